import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { RefusedError } from '../refused-error.ts';

/** A scalar property, or a list whose length has a separate type. */
export type PlyProperty = { name: string; type: string; lengthType: string | null };
export type PlyPart = { name: string; count: number; properties: PlyProperty[] };
export type PlyHead = {
  format: string;
  parts: PlyPart[];
  /** Name of the texture, which many tools write in a comment. */
  picture: string | null;
  /** Offset of the data, in bytes. */
  bodyAt: number;
};

const HEAD_BYTES = 64 * 1024;

/**
 * Parses a PLY's header. @throws {@link RefusedError} if it is unterminated or declares more than the file can contain.
 */
export function readHead(bytes: ArrayBuffer): PlyHead {
  const text = new TextDecoder('latin1').decode(
    new Uint8Array(bytes, 0, Math.min(bytes.byteLength, HEAD_BYTES)),
  );
  const end = /^end_header$/m.exec(text);
  if (!end) {
    throw new RefusedError(importMessage('damaged.head-ends-early'));
  }
  const newline = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const head: PlyHead = {
    format: 'ascii',
    parts: [],
    picture: null,
    bodyAt: end.index + end[0].length + newline.length,
  };
  for (const line of text.slice(0, end.index).split(/\r\n|\r|\n/)) {
    readLine(head, line.trim().split(/\s+/));
  }
  // Each value takes at least one byte.
  const values = head.parts.reduce((sum, { count, properties }) => sum + count * properties.length, 0);
  const isHollow = head.parts.some(({ count, properties }) => count > 0 && properties.length === 0);
  if (isHollow || values > bytes.byteLength) {
    throw new RefusedError(importMessage('damaged.claims-too-much'));
  }
  return head;
}

function readLine(head: PlyHead, [keyword, first = '', ...rest]: readonly string[]): void {
  if (keyword === 'format') {
    head.format = first;
  } else if (keyword === 'element') {
    head.parts.push({
      name: first,
      count: Math.max(Number.parseInt(rest[0] ?? '', 10) || 0, 0),
      properties: [],
    });
  } else if (keyword === 'property') {
    const [lengthType = '', type = '', name = ''] = rest;
    head.parts
      .at(-1)
      ?.properties.push(
        first === 'list'
          ? { name, type, lengthType }
          : { name: rest[0] ?? '', type: first, lengthType: null },
      );
  } else if (keyword === 'comment' && /^TextureFile$/i.test(first) && rest.length > 0) {
    head.picture ??= rest.join(' ');
  }
}
