//! Reading the bytes of a payload.

use crate::link_fault::LinkFault;

/// Bytes that are read from the front; too few of them are a damaged link.
pub struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    /// Returns a reader of bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn read_array<const N: usize>(&mut self) -> Result<[u8; N], LinkFault> {
        let (first, rest) = self.rest.split_first_chunk().ok_or(LinkFault::Damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    /// Reads `length` bytes.
    pub fn read_bytes(&mut self, length: usize) -> Result<&'a [u8], LinkFault> {
        let (first, rest) = self.rest.split_at_checked(length).ok_or(LinkFault::Damaged)?;
        self.rest = rest;
        Ok(first)
    }

    /// Reads a byte.
    pub fn read_u8(&mut self) -> Result<u8, LinkFault> {
        self.read_array().map(u8::from_le_bytes)
    }

    /// Reads a number of two bytes.
    pub fn read_u16(&mut self) -> Result<u16, LinkFault> {
        self.read_array().map(u16::from_le_bytes)
    }

    /// Reads a number of four bytes.
    pub fn read_u32(&mut self) -> Result<u32, LinkFault> {
        self.read_array().map(u32::from_le_bytes)
    }

    /// Reads a number of eight bytes.
    pub fn read_u64(&mut self) -> Result<u64, LinkFault> {
        self.read_array().map(u64::from_le_bytes)
    }

    /// Reads a text after its length in one byte.
    pub fn read_text(&mut self) -> Result<String, LinkFault> {
        let length = self.read_u8()?;
        let text = str::from_utf8(self.read_bytes(length.into())?).map_err(|_| LinkFault::Damaged)?;
        Ok(text.to_owned())
    }

    /// Returns `true` if every byte has been read.
    pub const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }
}
