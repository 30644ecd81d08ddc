//! The tiles of a layer, unpacked.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::Grid;

use super::model::{Chunk, Data};
use crate::error::quote_shortly;

/// Returns the global tile ids of a chunk, row by row: exactly `width` × `height` of them.
///
/// Nothing is unpacked beyond that length, whatever the data holds.
pub fn unpack_gids(chunk: &Chunk) -> Result<Vec<u32>, String> {
    let expected = u64::from(chunk.width) * u64::from(chunk.height);
    let expected =
        usize::try_from(expected).ok().filter(|&tiles| tiles <= Grid::MAX_HEXES).ok_or_else(|| {
            format!("{} × {} tiles; at most {} are allowed", chunk.width, chunk.height, Grid::MAX_HEXES)
        })?;
    let gids = match (&chunk.data, &*chunk.encoding) {
        (Data::Gids(gids), _) => return check_count(gids.len(), expected).map(|()| gids.clone()),
        (Data::Text(text), "csv") => parse_csv(text, expected)?,
        (Data::Text(text), "base64") => decode_base64(text, &chunk.compression, expected)?,
        (Data::Text(_), other) => {
            return Err(format!("unknown encoding `{}`; known: csv, base64", quote_shortly(other)));
        }
    };
    check_count(gids.len(), expected)?;
    Ok(gids)
}

/// Checks that there are exactly the expected number of tiles.
fn check_count(found: usize, expected: usize) -> Result<(), String> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Less => Err(format!("{found} tiles where {expected} are expected")),
        std::cmp::Ordering::Greater => Err(format!("more than the {expected} tiles that are expected")),
    }
}

/// Reads tile ids that are separated by commas.
fn parse_csv(text: &str, expected: usize) -> Result<Vec<u32>, String> {
    let mut gids = Vec::new();
    for (index, number) in text.trim().split(',').map(str::trim).enumerate() {
        check_count(expected.min(index), index)?;
        let gid = number
            .parse()
            .map_err(|error| format!("tile {index} is `{}`: {error}", quote_shortly(number)))?;
        gids.push(gid);
    }
    Ok(gids)
}

/// Reads tile ids of four bytes each, the lowest first, out of base64 text.
fn decode_base64(text: &str, compression: &str, expected: usize) -> Result<Vec<u32>, String> {
    let mut packed = text.as_bytes().to_vec();
    packed.retain(|byte| !byte.is_ascii_whitespace());
    let packed = STANDARD.decode(&packed).map_err(|error| format!("not base64: {error}"))?;
    let most = 4 * expected;
    let bytes = match compression {
        "" => packed,
        "zlib" => inflate_at_most(flate2::read::ZlibDecoder::new(&*packed), most)?,
        "gzip" => inflate_at_most(flate2::read::GzDecoder::new(&*packed), most)?,
        "zstd" => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(&*packed);
            inflate_at_most(decoder.map_err(|error| format!("broken zstd data: {error}"))?, most)?
        }
        other => {
            return Err(format!("unknown compression `{}`; known: zlib, gzip, zstd", quote_shortly(other)));
        }
    };
    if bytes.len() % 4 != 0 {
        return Err(format!("{} bytes of tiles; each takes 4", bytes.len()));
    }
    check_count(bytes.len() / 4, expected)?;
    Ok(bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
}

/// Decompresses at most four bytes more than `most`, enough to see that there are too many.
fn inflate_at_most(decoder: impl Read, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let result = decoder.take(most as u64 + 4).read_to_end(&mut bytes);
    result.map_err(|error| format!("broken compressed data: {error}"))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn chunk(text: &str, encoding: &str, compression: &str) -> Chunk {
        Chunk {
            x: 0,
            y: 0,
            width: 2,
            height: 2,
            encoding: encoding.into(),
            compression: compression.into(),
            data: Data::Text(text.into()),
        }
    }

    fn check(text: &str, encoding: &str, compression: &str, expected: Result<[u32; 4], &str>) {
        let found = unpack_gids(&chunk(text, encoding, compression));
        match expected {
            Ok(expected) => assert_eq!(found, Ok(expected.to_vec())),
            Err(why) => assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{found:?}: {why}"),
        }
    }

    const TILES: [u32; 4] = [1, 2, 0x8000_0003, 0];

    fn bytes() -> Vec<u8> {
        TILES.iter().flat_map(|gid| gid.to_le_bytes()).collect()
    }

    #[test]
    fn numbers_with_commas() {
        check("\n1,2,\n2147483651,0\n", "csv", "", Ok(TILES));
        check("1,2,3", "csv", "", Err("3 tiles where 4 are expected"));
        check("1,2,3,4,5", "csv", "", Err("more than the 4 tiles"));
        check("1,2,-3,4", "csv", "", Err("tile 2 is `-3`: invalid digit"));
        check("1,2,,4", "csv", "", Err("tile 2 is ``"));
        check("1,2,3,4294967296", "csv", "", Err("too large"));
        check("1,2,3,4", "morse", "", Err("unknown encoding `morse`; known: csv, base64"));
    }

    #[test]
    fn every_compression() {
        let zlib = |bytes: &[u8]| {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        };
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        gzip.write_all(&bytes()).unwrap();
        let zstd = ruzstd::encoding::compress_to_vec(&*bytes(), ruzstd::encoding::CompressionLevel::Fastest);
        let text = |bytes: &[u8]| STANDARD.encode(bytes);
        check(&format!("\n   {}\n", text(&bytes())), "base64", "", Ok(TILES));
        check(&text(&zlib(&bytes())), "base64", "zlib", Ok(TILES));
        check(&text(&gzip.finish().unwrap()), "base64", "gzip", Ok(TILES));
        check(&text(&zstd), "base64", "zstd", Ok(TILES));
        check(&text(&zstd[..9]), "base64", "zstd", Err("broken"));
        check(&text(&zstd), "base64", "zlib", Err("broken compressed data"));
        check(&text(&bytes()[..15]), "base64", "", Err("15 bytes of tiles"));
        check(&text(&bytes()[..12]), "base64", "", Err("3 tiles where 4 are expected"));
        check("AQ*=", "base64", "", Err("not base64"));
        check(&text(&bytes()), "base64", "lzma", Err("unknown compression `lzma`"));
        let bomb = zlib(&vec![0; 50_000_000]);
        check(&text(&bomb), "base64", "zlib", Err("more than the 4 tiles"));
    }

    #[test]
    fn sizes_are_checked_before_memory_is_taken() {
        let huge = Chunk { width: u32::MAX, height: u32::MAX, ..chunk("", "base64", "zlib") };
        assert!(unpack_gids(&huge).unwrap_err().contains("at most 4194304 are allowed"));
    }
}
