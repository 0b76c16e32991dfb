//! The ways in which a stream of a PDF is packed.

use super::value::{Dict, hex, is_space};
use flate2::read::ZlibDecoder;
use sooner_domain::receivables::einvoice::NotEInvoice;
use std::io::Read;

/// As many ways as one stream is packed in, one in the other.
pub const FILTERS: usize = 4;

/// Unpacks a stream to at most so many bytes.
///
/// # Errors
/// `TooLargeUnpacked`; `EncryptedPdf`; `DamagedPdf`, also for a way that no text is packed in.
pub fn unpacked(filter: &[u8], parameters: &Dict, packed: &[u8], most: usize) -> Result<Vec<u8>, NotEInvoice> {
    match filter {
        b"FlateDecode" | b"Fl" => predicted(inflated(packed, most)?, parameters),
        b"ASCIIHexDecode" | b"AHx" => hexadecimal(packed),
        b"ASCII85Decode" | b"A85" => base85(packed),
        b"Crypt" => Err(NotEInvoice::EncryptedPdf),
        _ => Err(NotEInvoice::DamagedPdf),
    }
    .and_then(|content| if content.len() > most { Err(NotEInvoice::TooLargeUnpacked) } else { Ok(content) })
}

fn inflated(packed: &[u8], most: usize) -> Result<Vec<u8>, NotEInvoice> {
    let mut content = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = ZlibDecoder::new(packed).take(limit).read_to_end(&mut content);
    if content.len() > most {
        return Err(NotEInvoice::TooLargeUnpacked);
    }
    read.map(|_| content).map_err(|_| NotEInvoice::DamagedPdf)
}

/// Takes back what was done to each row before it was packed.
fn predicted(content: Vec<u8>, parameters: &Dict) -> Result<Vec<u8>, NotEInvoice> {
    let of = |name, usual| parameters.number(name).unwrap_or(usual);
    let predictor = of("Predictor", 1);
    if predictor < 10 {
        return if predictor == 1 { Ok(content) } else { Err(NotEInvoice::DamagedPdf) };
    }
    let bits = of("Colors", 1).checked_mul(of("BitsPerComponent", 8)).filter(|bits| (1..=256).contains(bits));
    let bits = bits.ok_or(NotEInvoice::DamagedPdf)?;
    let length = of("Columns", 1).checked_mul(bits).map(|bits| bits.div_ceil(8)).filter(|length| *length > 0);
    let length = length.ok_or(NotEInvoice::DamagedPdf)?;
    let back = bits.div_ceil(8);
    let mut rows: Vec<u8> = Vec::with_capacity(content.len());
    let mut above = Vec::new();
    for row in content.chunks(length.saturating_add(1)) {
        let Some((kind, packed)) = row.split_first() else { break };
        let begin = rows.len();
        for (place, byte) in packed.iter().enumerate() {
            let left = place.checked_sub(back).and_then(|place| rows.get(begin + place)).copied().unwrap_or_default();
            let up = above.get(place).copied().unwrap_or_default();
            let corner = place.checked_sub(back).and_then(|place| above.get(place)).copied().unwrap_or_default();
            rows.push(byte.wrapping_add(match kind {
                0 => 0,
                1 => left,
                2 => up,
                3 => left.midpoint(up),
                4 => paeth(left, up, corner),
                _ => return Err(NotEInvoice::DamagedPdf),
            }));
        }
        above = rows.get(begin..).unwrap_or_default().to_vec();
    }
    Ok(rows)
}

/// Whichever is nearest to what the three let expect.
fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let expected = i16::from(left) + i16::from(up) - i16::from(corner);
    let off = |byte: u8| (expected - i16::from(byte)).abs();
    if off(left) <= off(up) && off(left) <= off(corner) {
        left
    } else if off(up) <= off(corner) {
        up
    } else {
        corner
    }
}

fn hexadecimal(packed: &[u8]) -> Result<Vec<u8>, NotEInvoice> {
    let digits = packed.iter().take_while(|byte| **byte != b'>').filter(|byte| !is_space(**byte)).map(|byte| hex(*byte));
    let digits: Vec<u8> = digits.collect::<Option<_>>().ok_or(NotEInvoice::DamagedPdf)?;
    Ok(digits.chunks(2).map(|pair| pair.first().unwrap_or(&0) * 16 + pair.get(1).unwrap_or(&0)).collect())
}

fn base85(packed: &[u8]) -> Result<Vec<u8>, NotEInvoice> {
    let (mut content, mut group) = (Vec::with_capacity(packed.len()), Vec::with_capacity(5));
    for byte in packed.iter().take_while(|byte| **byte != b'~').filter(|byte| !is_space(**byte)) {
        match byte {
            b'z' if group.is_empty() => content.extend([0; 4]),
            b'!'..=b'u' => group.push(byte - b'!'),
            _ => return Err(NotEInvoice::DamagedPdf),
        }
        if group.len() == 5 {
            content.extend(of_85(&group)?);
            group.clear();
        }
    }
    if !group.is_empty() {
        let kept = group.len() - 1;
        group.resize(5, 84);
        content.extend(of_85(&group)?.into_iter().take(kept));
    }
    Ok(content)
}

fn of_85(group: &[u8]) -> Result<[u8; 4], NotEInvoice> {
    let number = group.iter().fold(0_u64, |number, digit| number * 85 + u64::from(*digit));
    u32::try_from(number).map(u32::to_be_bytes).map_err(|_| NotEInvoice::DamagedPdf)
}
