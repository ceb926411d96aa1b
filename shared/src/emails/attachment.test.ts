import { describe, expect, it } from 'vitest';
import { attachmentOf } from './content.ts';

// Not a UUID of any version, as ids of objects are.
const OBJECT = '7c612755-7267-1cb0-d4c1-cfe1374c806b';

describe('attachmentOf', () => {
  it('returns the attachment of a mail', () => {
    const attachment = { object: OBJECT, name: 'INV-2026-000042.pdf' };
    expect(attachmentOf({ number: '1', attachment })).toEqual(attachment);
  });

  it.each([
    null,
    {},
    { attachment: null },
    { attachment: { object: 'x', name: 'a.pdf' } },
    { attachment: { object: OBJECT, name: '../a.pdf' } },
    { attachment: { object: OBJECT, name: 'a\r\nb.pdf' } },
  ])('returns null for %j', (props) => {
    expect(attachmentOf(props)).toBeNull();
  });
});
