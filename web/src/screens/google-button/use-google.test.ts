import { describe, expect, it } from 'vitest';
import { claimsOf } from './use-google.ts';

const tokenOf = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

describe('the claims of a Google token', () => {
  it('are read from the token, including non-ASCII letters', () => {
    const claims = {
      email: 'jose@example.test',
      name: 'José Ñandú ☂',
      picture: 'https://pictures.test/?a=1',
    };
    expect(claimsOf(tokenOf(claims))).toEqual({
      email: 'jose@example.test',
      username: 'José Ñandú ☂',
      avatar: 'https://pictures.test/?a=1',
    });
  });

  it('are null for an invalid token', () => {
    const nothing = { email: null, username: null, avatar: null };
    for (const token of ['', 'no-token', 'a.%%%.b', tokenOf(null), tokenOf({ email: 7 })]) {
      expect(claimsOf(token)).toEqual(nothing);
    }
  });
});
