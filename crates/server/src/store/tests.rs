//! Rooms without a server.
