//! Room on the disk on which the files of an instance lie. Some of it stays for others, whatever scripts write.

use super::HostError;
use rustix::fs::{StatVfs, statvfs};
use std::path::Path;

/// Bytes that stay free, of a small disk such a part of it.
const SPARED: u64 = 1 << 30;
const PART: u64 = 20;
/// Files that it has still room for.
const FILES: u64 = 10_000;

/// Refuses to write more where too little is free.
pub(super) fn check(folder: &Path) -> Result<(), HostError> {
    // Where the system doesn't tell, it refuses by itself.
    match statvfs(folder) {
        Ok(disk) if is_short(&disk) => {
            Err(HostError::new("No more files can be written: too little of the disk is free"))
        }
        _ => Ok(()),
    }
}

fn is_short(disk: &StatVfs) -> bool {
    let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
    let spared = SPARED.min(bytes(disk.f_blocks) / PART);
    // Some disks count no files.
    let has_files = disk.f_files == 0 || disk.f_favail >= FILES.min(disk.f_files / PART);
    bytes(disk.f_bavail) < spared || !has_files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_of_a_disk_is_spared() {
        /// In blocks.
        const GIB: u64 = 1 << 18;
        let disk = statvfs("/").expect("a disk");
        let of = |[blocks, free, files, free_files]: [u64; 4]| StatVfs {
            f_frsize: 4 << 10,
            f_blocks: blocks,
            f_bavail: free,
            f_files: files,
            f_favail: free_files,
            ..disk
        };
        for (free, expected) in [
            ([100 * GIB, GIB, 1 << 20, 1 << 20], false),
            ([100 * GIB, GIB - 1, 1 << 20, 1 << 20], true),
            ([100 * GIB, GIB, 1 << 20, FILES - 1], true),
            ([100 * GIB, GIB, 0, 0], false),
            ([1_000, 50, 1_000, 50], false),
            ([1_000, 49, 1_000, 50], true),
            ([1_000, 50, 1_000, 49], true),
        ] {
            assert_eq!(is_short(&of(free)), expected, "{free:?}");
        }
    }
}
