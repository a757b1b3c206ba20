//! The Rust client against the server at MAYFLY_ENDPOINT.

mod batches;
mod change_feed;
mod items;
mod queries;
mod ttl;
