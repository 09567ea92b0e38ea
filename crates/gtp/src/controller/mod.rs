//! Other programs as agents: `gtp:"command with arguments"`.
//!
//! From below: a `Process` has pipes and is ended for sure, a `Session` asks and gets answers within a limit, a `Peer`
//! has a board that follows the game, and the agent `Remote` decides. Whatever the program does wrong, the agent
//! forfeits that game with a line that says so, and starts the program anew for the next decision.

mod failure;
mod path;
mod peer;
mod process;
mod remote;
mod session;

use cornerwise_engine::{AgentKind, Parameter, ParameterKind, Settings};

use remote::{Launch, Remote};

/// The agents in other programs.
pub const KINDS: &[AgentKind] = &[AgentKind {
    name: "gtp",
    summary: "another program that speaks GTP, started at its first move",
    parameters: &[
        Parameter {
            name: "command",
            kind: ParameterKind::Text,
            default: "cornerwise gtp",
            meaning: "the program and its arguments, with quotes as in a shell; commas and = need \"\" around all",
        },
        Parameter {
            name: "timeout",
            kind: ParameterKind::Time,
            default: "60s",
            meaning: "the longest time for a move, after which the program has lost the game",
        },
        Parameter {
            name: "start",
            kind: ParameterKind::Time,
            default: "30s",
            meaning: "the longest time for the answer to any other command, the first of which waits for the start",
        },
        Parameter {
            name: "send",
            kind: ParameterKind::Text,
            default: "none",
            meaning: "GTP commands after the start, with ; between them",
        },
    ],
    check: |settings| launch(settings).map(drop),
    build: |settings| Ok(Box::new(Remote::new(launch(settings)?))),
    ..AgentKind::PLAIN
}];

/// Longer ones might not fit into the pipe to a program that does not read.
const LONGEST_COMMAND: usize = 1000;

/// What the settings say of the program; nothing is started.
fn launch(settings: &Settings) -> Result<Launch, String> {
    let text = settings.word("command");
    let words = shlex::split(text).ok_or("command: a quotation mark is not closed")?;
    let mut words = words.into_iter();
    let program = words.next().filter(|program| !program.is_empty());
    let time = |name| settings.time(name).expect("there is a default");
    let send = settings.word("send").split([';', '\n']).map(str::trim);
    if send.clone().any(|command| command.len() > LONGEST_COMMAND) {
        return Err(format!("send: a command is longer than {LONGEST_COMMAND} bytes"));
    }
    Ok(Launch {
        command: text.to_owned(),
        program: program.ok_or("command: there is no program")?,
        arguments: words.collect(),
        timeout: time("timeout"),
        start: time("start"),
        send: send.filter(|command| !command.is_empty()).map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use cornerwise_engine::Registry;

    #[test]
    fn specs_name_a_program_with_its_arguments() {
        let registry = Registry::default().with(super::KINDS);
        let long = format!("gtp:x,send=name;{}", "x".repeat(1001));
        for spec in [
            "gtp",
            "gtp:engine",
            "gtp:\"pentobi-gtp --nobook --level 3\",timeout=5s",
            "gtp:\"engine --seed=3,4 'two words'\",start=1s,send=\"param threads 1; name\"",
            "mixed:0.5*(gtp:\"engine --a=1,2\",timeout=5s)+0.5*random",
        ] {
            assert!(registry.agent(spec).is_ok(), "{spec}: {:?}", registry.agent(spec).err());
        }
        for (spec, reason) in [
            ("gtp:\"\"", "there is no program"),
            ("gtp:command= ", "there is no program"),
            ("gtp:it's", "a quotation mark is not closed"),
            ("gtp:x,timeout=5", "500ms, 1.5s or 2m"),
            (&long, "send: a command is longer than 1000 bytes"),
            ("gtp:x,level=5", "there are command, timeout, start, send"),
        ] {
            let error = registry.agent(spec).err().expect(spec).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
