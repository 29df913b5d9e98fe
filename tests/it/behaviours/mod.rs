//! One table of behaviours, through every front end, against the real sandbox.
//!
//! A front end plugs itself in with an implementation of [`front::FrontEnd`] and a line in
//! [`through_every_front_end`]; the rows in [`rows`] know nothing of any of them. A probe does none
//! of what most rows ask for: [`probe`] keeps those that it can and says why not of the others.

mod dap;
mod front;
mod mcp;
mod probe;
mod rows;
mod rpc;
mod screen;
pub mod world;

/// A module of tests for each front end, a test for each row.
macro_rules! through_every_front_end {
    ($($name:ident: $front:ty,)*) => {
        $(mod $name {
            use super::rows;

            #[tokio::test]
            async fn attaches_and_halts() {
                rows::attaches_and_halts::<$front>().await;
            }

            #[tokio::test]
            async fn tells_each_step_on_the_same_line() {
                rows::tells_each_step_on_the_same_line::<$front>().await;
            }

            #[tokio::test]
            async fn keeps_two_threads_apart() {
                rows::keeps_two_threads_apart::<$front>().await;
            }

            #[tokio::test]
            async fn tells_that_a_thread_expired() {
                rows::tells_that_a_thread_expired::<$front>().await;
            }

            #[tokio::test]
            async fn tells_that_its_client_is_gone_and_comes_back() {
                rows::tells_that_its_client_is_gone_and_comes_back::<$front>().await;
            }

            #[tokio::test]
            async fn tells_that_the_line_is_lost_and_that_it_is_back() {
                rows::tells_that_the_line_is_lost_and_that_it_is_back::<$front>().await;
            }

            #[tokio::test]
            async fn evaluates_in_an_outer_frame() {
                rows::evaluates_in_an_outer_frame::<$front>().await;
            }

            #[tokio::test]
            async fn reaches_the_last_of_many_members() {
                rows::reaches_the_last_of_many_members::<$front>().await;
            }

            #[tokio::test]
            async fn tells_lists_by_what_they_hold() {
                rows::tells_lists_by_what_they_hold::<$front>().await;
            }

            #[tokio::test]
            async fn logs_without_halting() {
                rows::logs_without_halting::<$front>().await;
            }

            #[tokio::test]
            async fn steps_over_what_only_logs() {
                rows::steps_over_what_only_logs::<$front>().await;
            }

            #[tokio::test]
            async fn leaves_nothing_behind() {
                rows::leaves_nothing_behind::<$front>().await;
            }
        })*
    };
}

through_every_front_end! {
    on_the_screen: super::screen::OnScreen,
    over_rpc: super::rpc::OverRpc,
    over_dap: super::dap::OverDap,
    over_mcp: super::mcp::OverMcp,
}
