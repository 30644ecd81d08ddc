//! The tiles of a layer, unpacked.

use std::io::Read;
use std::num::ParseIntError;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hotgates_engine::Grid;

use super::model::{TileData, TiledChunk};
use crate::detail::LayerFault;
use crate::error::quote_shortly;

/// Returns the global tile ids of a chunk, row by row: exactly `width` × `height` of them.
///
/// Nothing is unpacked beyond that length, whatever the data holds.
pub fn unpack_gids(chunk: &TiledChunk) -> Result<Vec<u32>, LayerFault> {
    let expected = u64::from(chunk.width) * u64::from(chunk.height);
    let expected = usize::try_from(expected)
        .ok()
        .filter(|&tiles| tiles <= Grid::MAX_HEXES)
        .ok_or(LayerFault::TooLarge { width: chunk.width, height: chunk.height })?;
    let gids = match (&chunk.data, &*chunk.encoding) {
        (TileData::Gids(gids), _) => return check_count(gids.len(), expected).map(|()| gids.clone()),
        (TileData::Text(text), "csv") => parse_csv(text, expected)?,
        (TileData::Text(text), "base64") => decode_base64(text, &chunk.compression, expected)?,
        (TileData::Text(_), other) => {
            return Err(LayerFault::Encoding(quote_shortly(other)));
        }
    };
    check_count(gids.len(), expected)?;
    Ok(gids)
}

/// Checks that there are exactly the expected number of tiles.
fn check_count(found: usize, expected: usize) -> Result<(), LayerFault> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Less => Err(LayerFault::TooFew { found, expected }),
        std::cmp::Ordering::Greater => Err(LayerFault::TooManyTiles { expected }),
    }
}

/// Reads tile ids that are separated by commas.
fn parse_csv(text: &str, expected: usize) -> Result<Vec<u32>, LayerFault> {
    let mut gids = Vec::new();
    for (index, number) in text.trim().split(',').map(str::trim).enumerate() {
        check_count(expected.min(index), index)?;
        let gid = number.parse().map_err(|error: ParseIntError| LayerFault::NoNumber {
            index,
            text: quote_shortly(number),
            why: error.to_string(),
        })?;
        gids.push(gid);
    }
    Ok(gids)
}

/// Reads tile ids of four bytes each, the lowest first, out of base64 text.
fn decode_base64(text: &str, compression: &str, expected: usize) -> Result<Vec<u32>, LayerFault> {
    let mut packed = text.as_bytes().to_vec();
    packed.retain(|byte| !byte.is_ascii_whitespace());
    let packed = STANDARD.decode(&packed).map_err(|error| LayerFault::NotBase64(error.to_string()))?;
    let most = 4 * expected;
    let bytes = match compression {
        "" => packed,
        "zlib" => inflate_at_most(flate2::read::ZlibDecoder::new(&*packed), most)?,
        "gzip" => inflate_at_most(flate2::read::GzDecoder::new(&*packed), most)?,
        "zstd" => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(&*packed);
            inflate_at_most(decoder.map_err(|error| LayerFault::BrokenZstd(error.to_string()))?, most)?
        }
        other => {
            return Err(LayerFault::Compression(quote_shortly(other)));
        }
    };
    if bytes.len() % 4 != 0 {
        return Err(LayerFault::PartOfTile(bytes.len()));
    }
    check_count(bytes.len() / 4, expected)?;
    Ok(bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
}

/// Decompresses at most four bytes more than `most`, enough to see that there are too many.
fn inflate_at_most(decoder: impl Read, most: usize) -> Result<Vec<u8>, LayerFault> {
    let mut bytes = Vec::new();
    let result = decoder.take(most as u64 + 4).read_to_end(&mut bytes);
    result.map_err(|error| LayerFault::BrokenData(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn chunk(text: &str, encoding: &str, compression: &str) -> TiledChunk {
        TiledChunk {
            x: 0,
            y: 0,
            width: 2,
            height: 2,
            encoding: encoding.into(),
            compression: compression.into(),
            data: TileData::Text(text.into()),
        }
    }

    fn check(text: &str, encoding: &str, compression: &str, expected: Result<[u32; 4], &str>) {
        let found = unpack_gids(&chunk(text, encoding, compression));
        match expected {
            Ok(expected) => assert_eq!(found, Ok(expected.to_vec())),
            Err(why) => assert!(
                found.as_ref().is_err_and(|found| found.to_string().contains(why)),
                "{found:?}: {why}"
            ),
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
        let huge = TiledChunk { width: u32::MAX, height: u32::MAX, ..chunk("", "base64", "zlib") };
        assert!(unpack_gids(&huge).unwrap_err().to_string().contains("at most 4194304 are allowed"));
    }
}
