use super::*;
use proptest::prelude::*;

fn outer(regions: &Regions, pane: Pane) -> (u16, u16, u16, u16) {
    let rect = regions.slot(pane).expect("the pane is seen").outer;
    (rect.x, rect.y, rect.width, rect.height)
}

fn at(width: u16, height: u16) -> Regions {
    regions(Rect::new(0, 0, width, height), &Ui::default())
}

#[test]
fn the_narrow_sketch_is_met_to_the_cell() {
    let regions = at(80, 24);
    assert_eq!(regions.class, Class::Narrow);
    assert_eq!(outer(&regions, Pane::Source), (0, 1, 80, 11));
    assert_eq!(outer(&regions, Pane::Variables), (0, 12, 80, 9));
    assert_eq!(regions.inner(Pane::Variables), Rect::new(0, 13, 80, 8));
    assert_eq!(regions.detail, Some(Rect::new(0, 21, 80, 1)));
    assert_eq!(regions.result, Some(Rect::new(0, 22, 80, 1)));
    assert_eq!(regions.hints, Rect::new(0, 23, 80, 1));
}

#[test]
fn the_sketch_of_two_columns_is_met_to_the_cell() {
    let regions = at(120, 40);
    let expected = [
        (Pane::Source, (0, 1, 72, 25)),
        (Pane::Console, (0, 26, 72, 12)),
        (Pane::Stack, (72, 1, 48, 7)),
        (Pane::Variables, (72, 8, 48, 16)),
        (Pane::Watch, (72, 24, 48, 6)),
        (Pane::Breakpoints, (72, 30, 48, 8)),
    ];
    for (pane, rect) in expected {
        assert_eq!(outer(&regions, pane), rect, "{pane:?}");
    }
}

#[test]
fn the_sketch_of_three_columns_is_met_to_the_cell() {
    let regions = at(200, 60);
    let expected = [
        (Pane::Threads, (0, 1, 38, 9)),
        (Pane::Stack, (0, 10, 38, 15)),
        (Pane::Breakpoints, (0, 25, 38, 15)),
        (Pane::History, (0, 40, 38, 18)),
        (Pane::Source, (38, 1, 98, 39)),
        (Pane::Console, (38, 40, 98, 18)),
        (Pane::Variables, (136, 1, 64, 28)),
        (Pane::Watch, (136, 29, 64, 11)),
        (Pane::Inspector, (136, 40, 64, 18)),
    ];
    for (pane, rect) in expected {
        assert_eq!(outer(&regions, pane), rect, "{pane:?}");
    }
}

#[test]
fn what_goes_first_when_it_gets_small() {
    let seen = |width, height| {
        let regions = at(width, height);
        (
            regions.detail.is_some(),
            regions.hint_words,
            regions.inline_values,
            regions.result.is_some(),
        )
    };
    assert_eq!(seen(80, 24), (true, true, true, true));
    assert_eq!(seen(80, 19), (false, true, true, true));
    assert_eq!(seen(71, 19), (false, false, true, true));
    assert_eq!(seen(59, 19), (false, false, false, true));
    assert_eq!(seen(40, 10), (false, false, false, false));
    assert_eq!(at(39, 10).class, Class::TooSmall);
    assert_eq!(at(40, 9).class, Class::TooSmall);
}

#[test]
fn every_pane_can_be_seen_in_every_class() {
    for (width, height) in [(40, 10), (80, 24), (120, 40), (200, 60)] {
        for pane in Pane::ALL {
            for zoom in [Zoom::Off, Zoom::On] {
                let mut ui = Ui { zoom, ..Ui::default() };
                ui.focus(pane);
                let regions = regions(Rect::new(0, 0, width, height), &ui);
                assert!(regions.slot(pane).is_some(), "{pane:?} {zoom:?} at {width}x{height}");
            }
        }
    }
}

#[test]
fn the_focused_pane_grows_and_the_sketch_comes_back() {
    let mut ui = Ui { size: Size::new(120, 40), ..Ui::default() };
    ui.focus(Pane::Variables);
    resize(&mut ui, Resize::Taller, 2);
    resize(&mut ui, Resize::Wider, 4);
    let changed = regions(Rect::from(ui.size), &ui);
    assert_eq!(outer(&changed, Pane::Variables), (68, 8, 52, 18));
    assert_eq!(outer(&changed, Pane::Watch), (68, 26, 52, 4));
    ui.ratios.reset();
    assert_eq!(regions(Rect::from(ui.size), &ui), at(120, 40));
}

fn parts(regions: &Regions) -> Vec<Rect> {
    let mut parts: Vec<Rect> = regions.slots.iter().map(|slot| slot.outer).collect();
    parts.push(regions.top);
    parts.push(regions.hints);
    parts.extend(regions.detail);
    parts.extend(regions.result);
    parts
}

fn splits() -> impl Strategy<Value = Ratios> {
    proptest::collection::vec(proptest::collection::vec(0_u16..500, 4), Split::ALL.len()).prop_map(
        |all| {
            let mut ratios = Ratios::default();
            for (split, weights) in Split::ALL.into_iter().zip(all) {
                ratios.set(split, weights[..split.sketch().len()].to_vec());
            }
            ratios
        },
    )
}

proptest! {
    #[test]
    fn no_gap_and_no_overlap_at_any_size(
        width in 0_u16..320, height in 0_u16..120, ratios in splits(),
        focus in 0..Pane::ALL.len(), zoomed in any::<bool>(),
    ) {
        let zoom = if zoomed { Zoom::On } else { Zoom::Off };
        let mut ui = Ui { zoom, ratios, ..Ui::default() };
        ui.focus(Pane::ALL[focus]);
        let regions = regions(Rect::new(0, 0, width, height), &ui);
        let parts = parts(&regions);
        let cells: u32 = parts.iter().map(|part| part.area()).sum();
        prop_assert_eq!(cells, u32::from(width) * u32::from(height));
        for (index, part) in parts.iter().enumerate() {
            prop_assert_eq!(part.intersection(regions.area), *part);
            for other in &parts[index + 1..] {
                prop_assert!(part.intersection(*other).is_empty(), "{} {}", part, other);
            }
        }
        for slot in &regions.slots {
            prop_assert_eq!(slot.inner.intersection(slot.outer), slot.inner);
            prop_assert!(!slot.inner.is_empty());
        }
    }
}
