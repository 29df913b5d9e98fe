use super::*;
use crate::tui::split::Ratios;
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
    assert_eq!(outer(&regions, Pane::Source), (0, 1, 80, 10));
    assert_eq!(outer(&regions, Pane::Variables), (0, 11, 80, 9));
    assert_eq!(regions.inner(Pane::Variables), Rect::new(0, 12, 80, 8));
    assert_eq!(regions.value, Some(Rect::new(0, 20, 80, 1)));
    assert_eq!(regions.detail, Some(Rect::new(0, 21, 80, 1)));
    assert_eq!(regions.result, Some(Rect::new(0, 22, 80, 1)));
    assert_eq!(regions.hints, Rect::new(0, 23, 80, 1));
}

#[test]
fn the_sketch_of_two_columns_is_met_to_the_cell() {
    let regions = at(120, 40);
    let expected = [
        (Pane::Source, (0, 1, 72, 31)),
        (Pane::Console, (0, 32, 72, 6)),
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
fn a_wide_screen_has_the_inspector_beside_the_tree() {
    let busy = Ui { console: ConsoleUse::Used, crowd: Crowd::Several, ..Ui::default() };
    let regions = regions(Rect::new(0, 0, 200, 60), &busy);
    let expected = [
        (Pane::Threads, (0, 1, 38, 7)),
        (Pane::Stack, (0, 8, 38, 12)),
        (Pane::Breakpoints, (0, 20, 38, 12)),
        (Pane::History, (0, 32, 38, 26)),
        (Pane::Source, (38, 1, 82, 39)),
        (Pane::Console, (38, 40, 82, 18)),
        (Pane::Variables, (120, 1, 46, 44)),
        (Pane::Watch, (120, 45, 46, 13)),
        (Pane::Inspector, (166, 1, 34, 57)),
    ];
    for (pane, rect) in expected {
        assert_eq!(outer(&regions, pane), rect, "{pane:?}");
    }
}

#[test]
fn a_console_without_lines_is_small_until_somebody_goes_there() {
    for (width, height, small) in [(120, 40, 6), (160, 45, 7), (200, 60, 10)] {
        let mut ui = Ui::default();
        let rows = |ui: &Ui| {
            regions(Rect::new(0, 0, width, height), ui)
                .slot(Pane::Console)
                .map(|it| it.outer.height)
        };
        assert_eq!(rows(&ui), Some(small), "{width}x{height}");
        ui.focus(Pane::Console);
        assert!(rows(&ui) > Some(small), "{width}x{height}");
        ui.focus(Pane::Source);
        ui.console = ConsoleUse::Used;
        assert!(rows(&ui) > Some(small), "{width}x{height}");
    }
}

#[test]
fn a_value_that_is_read_in_the_inspector_has_room() {
    let mut ui = Ui::default();
    let area = Rect::new(0, 0, 120, 40);
    ui.focus(Pane::Inspector);
    assert_eq!(regions(area, &ui).inner(Pane::Inspector).height, 17);
    ui.focus(Pane::Watch);
    assert_eq!(outer(&regions(area, &ui), Pane::Watch).3, 6);
}

#[test]
fn threads_have_a_place_of_their_own_only_where_there_are_several() {
    let mut ui = Ui::default();
    let area = Rect::new(0, 0, 200, 60);
    assert!(regions(area, &ui).slot(Pane::Threads).is_none());
    ui.crowd = Crowd::Several;
    assert!(regions(area, &ui).slot(Pane::Threads).is_some());
    ui.crowd = Crowd::One;
    ui.focus(Pane::Threads);
    let both = regions(area, &ui);
    assert!(both.slot(Pane::Threads).is_some() && both.slot(Pane::Stack).is_some());
}

#[test]
fn what_goes_first_when_it_gets_small() {
    let seen = |width, height| {
        let regions = at(width, height);
        let lines = [regions.value, regions.detail, regions.result].map(|it| it.is_some());
        (lines, regions.inline_values)
    };
    assert_eq!(seen(80, 24), ([true, true, true], true));
    assert_eq!(seen(80, 23), ([false, true, true], true));
    assert_eq!(seen(80, 19), ([false, false, true], true));
    assert_eq!(seen(59, 24), ([false, false, true], false));
    assert_eq!(seen(40, 10), ([false, false, false], false));
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
    parts.extend(regions.value);
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
        focus in 0..Pane::ALL.len(), zoomed in any::<bool>(), busy in any::<bool>(),
    ) {
        let zoom = if zoomed { Zoom::On } else { Zoom::Off };
        let crowd = if busy { Crowd::Several } else { Crowd::One };
        let console = if busy { ConsoleUse::Used } else { ConsoleUse::Quiet };
        let mut ui = Ui { zoom, ratios, crowd, console, ..Ui::default() };
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
