/** A WAV of silence, with 8 bits a sample. */
export function wavFile(seconds: number, rate = 8_000): Uint8Array {
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + samples, 128);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate, 28);
  bytes.writeUInt16LE(1, 32);
  bytes.writeUInt16LE(8, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(samples, 40);
  return new Uint8Array(bytes);
}

/** An MP3 of frames without content: 128 kbit/s at 44.1 kHz, 1,152 samples each. */
export function mp3File(frames: number): Uint8Array {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return new Uint8Array(Buffer.concat(Array.from({ length: frames }, () => frame)));
}

/** An Ogg Opus file of two header pages and an empty last page that ends after these seconds. */
export function oggFile(seconds: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0);
  head.set([1, 1], 8);
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.alloc(16);
  tags.write('OpusTags', 0);
  const pages = [page(0, 2, 0, head), page(1, 0, 0, tags), page(2, 4, seconds * 48_000, Buffer.alloc(3))];
  return new Uint8Array(Buffer.concat(pages));
}

function page(number: number, flags: number, granule: number, content: Buffer): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 0);
  head.writeUInt8(flags, 5);
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt32LE(number, 18);
  head.writeUInt8(1, 26);
  head.writeUInt8(content.length, 27);
  return Buffer.concat([head, content]);
}

/** An MP4 with one track of a kind: `soun` or `vide`. */
export function mp4File(handler: 'soun' | 'vide', seconds: number): Uint8Array {
  const u32 = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => {
      bytes.writeUInt32BE(value, 4 * i);
    });
    return bytes;
  };
  const box = (type: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    return Buffer.concat([u32(8 + body.length), Buffer.from(type), body]);
  };
  const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const mvhd = box(
    'mvhd',
    u32(0, 0, 0, 1_000, seconds * 1_000, 0x10000, 0x01000000, 0, 0),
    matrix,
    u32(0, 0, 0, 0, 0, 0, 2),
  );
  const tkhd = box('tkhd', u32(1, 0, 0, 1, 0, seconds * 1_000, 0, 0, 0, 0), matrix, u32(0, 0));
  const mdhd = box('mdhd', u32(0, 0, 0, 8_000, seconds * 8_000, 0));
  const hdlr = box('hdlr', u32(0, 0), Buffer.from(handler), u32(0, 0, 0), Buffer.alloc(1));
  const entry =
    handler === 'soun'
      ? box('mp4a', u32(0, 1, 0, 0), u32(0x00010010, 0, 8_000 << 16))
      : box('avc1', Buffer.alloc(78));
  const stbl = box(
    'stbl',
    box('stsd', u32(0, 1), entry),
    box('stts', u32(0, 1, 1, seconds * 8_000)),
    box('stsc', u32(0, 0)),
    box('stsz', u32(0, 0, 0)),
    box('stco', u32(0, 0)),
  );
  const moov = box('moov', mvhd, box('trak', tkhd, box('mdia', mdhd, hdlr, box('minf', stbl))));
  return new Uint8Array(
    Buffer.concat([box('ftyp', Buffer.from('M4A '), u32(0), Buffer.from('M4A isom')), moov]),
  );
}
