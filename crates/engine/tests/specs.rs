//! What is wrong with a spec is told by key, with what is allowed.

use cornerwise_engine::{ParameterKind, Registry, agent};

fn error(spec: &str) -> String {
    agent(spec).err().unwrap_or_else(|| panic!("{spec} is accepted")).to_string()
}

#[test]
fn errors_name_the_key_and_what_is_allowed() {
    for (spec, parts) in [
        ("", &["no name"][..]),
        (":sims=1", &["no name"]),
        ("nobody", &["unknown name", "random, largest", "mixed"]),
        ("largest:size=3", &["unknown key \"size\"", "no parameters"]),
        ("largest:3", &["\"3\" is not key=value"]),
        ("heuristic:size=1,2", &["\"2\" is not key=value"]),
        ("heuristic:corner=1", &["unknown key \"corner\"", "corners, opponent-corners"]),
        ("heuristic:corners=many", &["corners=many", "a number from -1000 to 1000"]),
        ("heuristic:corners=1e9", &["corners=1e9", "a number from -1000 to 1000"]),
        ("heuristic:corners=nan", &["corners=nan", "a number"]),
        ("heuristic:corners=1,corners=2", &["corners is given twice"]),
        ("heuristic:corners=", &["corners=", "a number"]),
        ("heuristic:", &["argument is empty"]),
        ("heuristic:corners=1,,size=1", &["argument is empty"]),
        ("preferrer:order=W/Q", &["order: unknown piece \"Q\"", "Z5"]),
        ("preferrer:order=W/F/W", &["order", "W twice"]),
        ("hybrid:ranks=0", &["ranks=0", "a whole number from 1 to 1000"]),
        ("hybrid:ranks=1.5", &["ranks=1.5", "a whole number"]),
        ("hybrid:time=5", &["time=5", "500ms, 1.5s or 2m"]),
        (
            "hybrid:end=largest+tallest",
            &["end: unknown strategy \"tallest\"", "influence", "alone"],
        ),
        ("hybrid:middle=x*largest", &["middle: the weight \"x\" is not a number"]),
        ("hybrid:opening-until=0.6", &["middle-until is less than opening-until"]),
        ("mixed:0.5*largest+0.5", &["\"0.5\" is not weight*agent"]),
        ("mixed:-1*largest", &["weight \"-1\"", "from 0 on"]),
        ("mixed:0*largest", &["all weights are 0"]),
        ("mixed:0.5*(heuristic:size=1", &["\"(\" is not closed"]),
        ("mixed:0.5*heuristic:size=1)", &["\")\" has no \"(\""]),
        ("mixed:\"0.5*largest", &["quotation mark is not closed"]),
        ("mixed:1*(hybrid:ranks=0)", &["hybrid:ranks=0", "a whole number from 1 to 1000"]),
        ("mixed:1*(mixed:1*(nobody))", &["nobody", "unknown name"]),
    ] {
        let text = error(spec);
        for part in parts {
            assert!(text.contains(part), "{spec:?} says {text:?}, not {part:?}");
        }
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn good_specs_are_read() {
    for spec in [
        "random",
        " largest ",
        "heuristic:squares=1,corners=0.5,opponent-corners=-0.5",
        "preferrer:order=w/f",
        "preferrer:W/F",
        "hybrid:opening=2*largest + 0.5*influence,time=1.5s",
        "mixed:0.9*(heuristic:size=1,corners=2)+0.1*random",
        "mixed:0.5*(mixed:1*largest+1*corners)+0.5*random",
    ] {
        assert!(agent(spec).is_ok(), "{spec}: {:?}", agent(spec).err());
    }
}

/// A default that is out of its own bounds, or a kind that refuses its defaults, would panic or fail here.
#[test]
fn every_kind_is_made_from_its_defaults_and_each_default_can_be_written() {
    for kind in Registry::default().kinds() {
        assert!(agent(kind.name).is_ok(), "{}: {:?}", kind.name, agent(kind.name).err());
        assert!(!kind.summary.is_empty());
        for row in kind.parameters {
            let spec = format!("{}:{}={}", kind.name, row.name, row.default);
            assert!(agent(&spec).is_ok(), "{spec}: {:?}", agent(&spec).err());
            assert!(!row.meaning.is_empty() && !row.kind.to_string().is_empty(), "{spec}");
            let impossible = format!("{}:{}=@", kind.name, row.name);
            if !matches!(
                row.kind,
                ParameterKind::Text
                    | ParameterKind::File(_)
                    | ParameterKind::Agent
                    | ParameterKind::Mixture
            ) {
                assert!(error(&impossible).contains(row.name), "{impossible}");
            }
        }
    }
}

#[test]
fn names_are_unique() {
    let names: Vec<_> = Registry::default().kinds().map(|kind| kind.name).collect();
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{name}");
    }
}

/// Specs in old results and files of others go on to mean what they meant.
#[test]
fn keys_of_before_are_read_as_those_of_today() {
    let registry = Registry::default();
    for (old, new) in [
        ("mcts:priors=no", "mcts:policy=no"),
        ("mcts:weights=w.txt,prospects=p.txt", "mcts:policy-weights=w.txt,value-weights=p.txt"),
        ("mcts:urgency=0.5,replies=no", "mcts:fpu=0.5,last-good-reply=no"),
        ("mcts:turns=0", "mcts:evaluate=no"),
        ("mcts:turns=2", "mcts:playout-turns=2"),
    ] {
        assert_eq!(registry.read(old).unwrap().1.to_string(), new);
        assert_eq!(registry.check(old), Ok(()));
        assert_eq!(registry.check(new), Ok(()));
    }
    assert_eq!(registry.set("mcts:fpu=1", "urgency", "2").unwrap(), "mcts:fpu=2");
    let error = registry.check("mcts:urgency=1,fpu=1").unwrap_err();
    assert!(error.to_string().contains("fpu is given twice"), "{error}");
}

/// A check makes nothing: neither the tables of an agent nor what its files have are there to refuse it.
#[test]
fn a_spec_is_checked_without_making_its_agent() {
    let registry = Registry::default();
    for spec in ["mcts:policy-weights=nowhere.txt", "exact:table-mib=65536", "mcts:book=nowhere"] {
        assert_eq!(registry.check(spec), Ok(()), "{spec}");
        assert!(registry.agent(spec).is_err(), "{spec}");
    }
    for spec in [
        "uct:parallel=root,threads=8,tree-mib=4",
        "hybrid:opening-until=0.9,middle-until=0.1",
        "preferrer:order=X/X",
        "mixed:of=0*random",
        "relaxed:of=(mixed:of=1*(preferrer:order=Q))",
    ] {
        let error = registry.check(spec).expect_err(spec);
        assert_eq!(registry.agent(spec).err(), Some(error), "{spec}");
    }
}
