import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

const CLIENT_ID = 'diorama-tests.apps.example';

/** A local substitute for Google's keys, and tokens signed with them. */
export type MockGoogle = {
  /** The environment that makes a gateway trust it. */
  env: Record<string, string>;
  /** A token as from Google's button; undefined claims are left out. */
  token(claims: JWTPayload): Promise<string>;
  /** A token signed with another key under the same name. */
  forgedToken(claims: JWTPayload): Promise<string>;
  /** A token signed with HMAC and Google's public key as its secret. */
  confusedToken(claims: JWTPayload): Promise<string>;
  /** How often the keys were fetched. */
  fetches(): number;
  close(): Promise<void>;
};

/** Starts the stand-in; `isBroken` answers every fetch of keys with 500. */
export async function startMockGoogle(options: { isBroken?: boolean } = {}): Promise<MockGoogle> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const secret = new TextEncoder().encode(await exportSPKI(publicKey));
  let fetches = 0;
  const server = createServer((_request, response) => {
    fetches += 1;
    response.writeHead(options.isBroken ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  // At the current time: the clocks of the readers stand still.
  const seconds = Math.floor(Date.now() / 1_000);
  const sign = (claims: JWTPayload, alg: string, key: Parameters<SignJWT['sign']>[0]) => {
    const payload = {
      iss: origin,
      aud: CLIENT_ID,
      iat: seconds,
      exp: seconds + 600,
      email_verified: true,
      ...claims,
    };
    return new SignJWT(payload).setProtectedHeader({ alg, kid: 'one' }).sign(key);
  };
  return {
    env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: origin, GOOGLE_JWKS_URL: `${origin}/certs` },
    token: (claims) => sign(claims, 'RS256', privateKey),
    forgedToken: (claims) => sign(claims, 'RS256', stranger.privateKey),
    confusedToken: (claims) => sign(claims, 'HS256', secret),
    fetches: () => fetches,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
