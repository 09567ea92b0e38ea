//! The database, closed and opened again.

use super::*;
use crate::limits::Limits;
use crate::room::{NewRoom, NewSeat};

fn config(id: &str, at: u64, maker: Visitor) -> RoomConfig {
    let seats = vec![NewSeat::Me { name: Some("Ada".to_owned()) }, NewSeat::Open {}];
    let new = NewRoom {
        variant: "5x5".to_owned(),
        seats,
        random_seats: false,
        clock: None,
        pace: None,
        hints: true,
        chat: false,
        setup: None,
        moves: Vec::new(),
    };
    RoomConfig::new(new, id.to_owned(), maker, at, 1, &Limits::default(), |_| Ok(())).unwrap()
}

fn visitor() -> Visitor {
    crate::visitor::Secret::new().unwrap().visitor()
}

fn a_move(word: &str) -> Event {
    Event::Move { mv: word.parse().unwrap(), ms: 5 }
}

#[tokio::test]
async fn what_was_written_is_there_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let ada = visitor();
    {
        let store = Arc::new(Store::open(&path).unwrap());
        store.create(&config("one", 1000, ada)).await.unwrap();
        store.append("one", 0, 2000, &[a_move("a5"), a_move("e1")]).await.unwrap();
        assert!(store.create(&config("one", 1, ada)).await.is_err(), "the name is taken");
        assert!(
            store.append("one", 1, 3000, &[a_move("b4")]).await.is_err(),
            "the version is taken"
        );
        assert!(
            store.append("two", 0, 3000, &[a_move("a5")]).await.is_err(),
            "there is no such room"
        );
        assert!(matches!(Store::open(&path), Err(StoreError::InUse(_))));
    }
    let store = Store::open(&path).unwrap();
    let stored = store.read("one").unwrap().unwrap();
    assert_eq!(stored.events, [(2000, a_move("a5")), (2000, a_move("e1"))]);
    assert_eq!((stored.touched, stored.config.created), (2000, 1000));
    assert!(store.read("two").unwrap().is_none());
    assert_eq!(store.rooms_of(&ada, 9).unwrap(), ["one"]);
    assert!(store.rooms_of(&visitor(), 9).unwrap().is_empty());
}

#[tokio::test]
async fn many_write_at_once_and_a_failure_is_only_ones_own() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open(&directory.path().join("games.db")).unwrap());
    let tasks: Vec<_> = (0..50)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let id = format!("room{}", number / 2);
                let created = store.create(&config(&id, 1, visitor())).await.is_ok();
                (id, created)
            })
        })
        .collect();
    let mut created = 0;
    for task in tasks {
        let (id, is_new) = task.await.unwrap();
        created += usize::from(is_new);
        assert!(store.read(&id).unwrap().is_some());
    }
    assert_eq!(created, 25);
}

#[tokio::test]
async fn old_rooms_are_forgotten_with_all_that_happened() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open(&directory.path().join("games.db")).unwrap());
    let ada = visitor();
    for (id, at) in [("old", 100), ("awake", 100), ("new", 900)] {
        store.create(&config(id, at, ada)).await.unwrap();
        store.append(id, 0, at, &[a_move("a5")]).await.unwrap();
    }
    store.forget(500, vec!["awake".to_owned()]).await.unwrap();
    assert_eq!(store.rooms_of(&ada, 9).unwrap(), ["new", "awake"]);
    assert!(store.read("old").unwrap().is_none());
    let left: i64 = store
        .reader
        .lock()
        .unwrap()
        .query_row("SELECT count(*) FROM events WHERE room = 'old'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_reads_the_games() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    let mode = |end: &str| {
        let path = with_end(&path, end);
        path.metadata().map(|about| about.permissions().mode() & 0o777).ok()
    };
    let open = || {
        let store = Arc::new(Store::open(&path).unwrap());
        assert_eq!(["", "-wal", "-shm"].map(mode), [Some(0o600); 3]);
        store
    };
    open().create(&config("one", 1000, visitor())).await.unwrap();
    // As an earlier program has left it.
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
    assert!(open().read("one").unwrap().is_some());
}
