use super::shop::{ascii, waiting};
use super::{row, screen};
use crate::tui::layout::regions;
use crate::tui::view::hints::with_keys;

#[test]
fn help_is_offered_at_every_width() {
    let stage = waiting(ascii());
    for width in 40..=200 {
        for height in [10, 24, 45] {
            let buffer = screen(&stage.app, width, height);
            let last = row(&buffer, height - 1);
            assert!(last.trim_end().ends_with("? help"), "{width}x{height}: {last}");
        }
    }
}

#[test]
fn words_go_before_keys() {
    let stage = waiting(ascii());
    let last = |width| row(&screen(&stage.app, width, 24), 23).trim_end().to_owned();
    assert!(last(80).starts_with(" c cont  n over  s into"), "{}", last(80));
    assert!(last(50).starts_with(" c n s f b e w /"), "{}", last(50));
}

#[test]
fn tabs_are_shortened_but_never_dropped() {
    let stage = waiting(ascii());
    for width in 40..=99 {
        let buffer = screen(&stage.app, width, 24);
        let regions = regions(buffer.area, &stage.app.ui);
        let bar = row(&buffer, regions.slots[1].outer.y);
        for digit in '1'..='7' {
            assert!(bar.contains(digit), "{width}: {bar}");
        }
    }
}

#[test]
fn notices_name_the_keys_that_are_set() {
    let stage = waiting(ascii());
    for (text, shown) in [
        ("`stop thread` stops it", "X stops it"),
        ("`config check`, then `keep alive`", "Space s, then K"),
        ("start `haltscope sandbox`", "start `haltscope sandbox`"),
        ("a lone ` stays", "a lone ` stays"),
        ("", ""),
    ] {
        assert_eq!(with_keys(&stage.app, text), shown);
    }
}
