use super::*;
use futures::future::join_all;
use std::collections::BTreeSet;
use tokio::time::{Instant, sleep};

/// Calls that go together unless they are the same; each batch is told, and takes so long.
struct Batches {
    told: Mutex<Vec<Vec<u32>>>,
    takes: Duration,
}

impl Joint for Batches {
    type Call = u32;
    type Answer = u32;
    type Company = BTreeSet<u32>;

    fn joins(company: &mut BTreeSet<u32>, call: &u32) -> bool {
        company.insert(*call)
    }

    async fn answer(&self, calls: Vec<u32>) -> Vec<u32> {
        self.told.lock().push(calls.clone());
        sleep(self.takes).await;
        calls.into_iter().map(|call| call * 10).collect()
    }
}

fn batches(takes: Duration) -> Arc<Together<Batches>> {
    Together::new(Batches { told: Mutex::default(), takes })
}

/// Asks for all at once; each is answered with what is its own.
async fn ask(together: &Arc<Together<Batches>>, calls: &[u32]) {
    let answers = join_all(calls.iter().map(|call| together.ask(*call))).await;
    let wanted: Vec<_> = calls.iter().map(|call| Ok(call * 10)).collect();
    assert_eq!(answers, wanted);
}

#[tokio::test(start_paused = true)]
async fn those_who_wait_for_a_lane_share_the_next_one() {
    let together = batches(LONG / 2);
    // Each sets off alone, for there is a lane.
    let mut first = Vec::new();
    for call in 1..=LANES {
        let (together, call) = (Arc::clone(&together), u32::try_from(call).expect("few"));
        first.push(tokio::spawn(async move { together.ask(call).await }));
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
    }
    ask(&together, &[7, 8, 7, 9]).await;
    assert!(join_all(first).await.iter().all(|it| it.as_ref().is_ok_and(Result::is_ok)));
    let told = together.joint.told.lock().clone();
    let alone = (1..=LANES).map(|call| vec![u32::try_from(call).expect("few")]);
    let wanted = alone.chain([vec![7, 8, 9], vec![7]]).collect::<Vec<_>>();
    assert_eq!(told, wanted, "equal ones don't go together");
}

#[tokio::test(start_paused = true)]
async fn no_more_than_so_many_go_at_once() {
    let together = batches(LONG / 2);
    let calls: Vec<_> = (0..150).collect();
    ask(&together, &calls).await;
    let told: Vec<_> = together.joint.told.lock().iter().map(Vec::len).collect();
    assert_eq!(told, [MOST, MOST, 150 - 2 * MOST]);
}

#[tokio::test(start_paused = true)]
async fn what_takes_long_gives_its_lane_away() {
    let together = batches(LONG * 100);
    let start = Instant::now();
    let slow: Vec<_> = (0..5)
        .map(|call| {
            let together = Arc::clone(&together);
            tokio::spawn(async move {
                sleep(Duration::from_millis(call.into())).await;
                together.ask(call).await
            })
        })
        .collect();
    for (call, answer) in (0..).zip(join_all(slow).await) {
        assert_eq!(answer.expect("no panic"), Ok(call * 10));
    }
    assert!(start.elapsed() < LONG * 100 + LONG * 5, "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn who_has_no_place_waits_for_one_and_who_gives_up_takes_none() {
    let together = batches(LONG / 2);
    let calls: Vec<_> = (0..u32::try_from(PLACES).expect("few") + 5).collect();
    let mut all = Box::pin(tokio::task::unconstrained(ask(&together, &calls)));
    assert!(futures::poll!(&mut all).is_pending());
    assert_eq!(together.waiting.lock().len(), PLACES);
    drop(all);
    ask(&together, &[1, 2, 3]).await;
    let told = together.joint.told.lock().iter().flatten().count();
    assert_eq!(told, PLACES + 3, "who had a place is served to the end");
    assert_eq!(together.places.available_permits(), PLACES);
}
