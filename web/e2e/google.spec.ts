import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { expectAccessible, newPerson, signUp, watchConsole } from './helpers.ts';

const CLIENT_ID = 'diorama-journeys.apps.example';
const SCRIPT = 'https://accounts.google.com/gsi/client';

/** Mock of Google's key server on this machine; a script served at Google's address draws the button. */
async function startMockGoogle() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    env: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: origin, GOOGLE_JWKS_URL: `${origin}/certs` },
    token: (claims: { sub: string; email: string; name: string; picture: string }) => {
      const seconds = Math.floor(Date.now() / 1_000);
      const payload = { iss: origin, aud: CLIENT_ID, iat: seconds, exp: seconds + 600, email_verified: true };
      const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode({ ...payload, ...claims })}`;
      return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
    },
    close: () => server.close(),
  };
}

/** Serves a replacement of Google's button that answers with the token. */
async function serveButton(page: Page, token: string): Promise<void> {
  const script = `window.google={accounts:{id:{
    initialize(o){this.callback=o.callback},
    renderButton(box){const b=document.createElement('button');b.type='button';b.textContent='Google says who I am';
      b.onclick=()=>this.callback({credential:${JSON.stringify(token)}});box.append(b)}}}}`;
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
}

/** `google` signs tokens, which the product trusts. */
const test = base.extend<object, { google: Awaited<ReturnType<typeof startMockGoogle>> }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
    async ({}, use) => {
      const google = await startMockGoogle();
      await use(google);
      google.close();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ google }, use) => use(google.env), { scope: 'worker' }],
});

test.describe('Google', () => {
  test('creates an account, and later logs in to it', async ({ page, google }) => {
    const expectSilence = watchConsole(page);
    const { email } = newPerson();
    const picture = 'https://pictures.example/grace';
    await serveButton(page, google.token({ sub: `g-${email}`, email, name: 'Grace Hopper', picture }));
    await page.goto('/en/login');
    await page.getByRole('button', { name: 'Google says who I am', exact: true }).click();
    await expect(
      page.getByText('Please sign up with your Google account first', { exact: true }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an account', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Create your account', exact: true })).toBeVisible();
    const sent = page.waitForRequest('**/api/users/social-signup');
    await page.getByRole('button', { name: 'Google says who I am', exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ email, username: 'Grace Hopper', avatar: picture });
    await page.waitForURL('**/en/onboarding**');
    await page.getByRole('button', { name: 'Skip for now', exact: true }).click();
    await page.waitForURL('**/en/scenes/all');
    await page.goto('/en/profile');
    await expect(
      page.getByText('You log in with Google and have no password.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeDisabled();
    await page.getByRole('button', { name: 'Grace Hopper', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    // Signing up with a known address signs the user in.
    await page.goto('/en/sign-up');
    await page.getByRole('button', { name: 'Google says who I am', exact: true }).click();
    await page.waitForURL('**/en/scenes/all');
    expectSilence();
  });

  test('is connected after a password check', async ({ page, google }) => {
    const expectSilence = watchConsole(page);
    const name = newPerson().email;
    const claims = { sub: `g-${name}`, email: `google-${name}`, name: 'Grace Hopper', picture: '' };
    await serveButton(page, google.token(claims));
    const person = await signUp(page);
    await page.goto('/en/profile');
    await page.getByRole('button', { name: 'Google says who I am', exact: true }).click();
    const connect = page.getByRole('dialog', { name: 'Connect this Google account?', exact: true });
    const password = connect.getByLabel('Enter your password to confirm it’s you', { exact: true });
    await password.fill('not this');
    await connect.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(connect.getByText('Incorrect password.', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await password.fill(person.password);
    await connect.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('You can log in with Google.', { exact: true })).toBeVisible();
    expectSilence();
  });

  test('reauthenticates a user without a password before an email change', async ({ page, google }) => {
    const { email } = newPerson();
    const address = newPerson().email;
    const claims = { sub: `g-${email}`, email, name: 'Grace Hopper', picture: '' };
    await serveButton(page, google.token(claims));
    await page.goto('/en/sign-up');
    await page.getByRole('button', { name: 'Google says who I am', exact: true }).click();
    await page.waitForURL('**/en/onboarding**');
    await page.getByRole('button', { name: 'Skip for now', exact: true }).click();
    await page.waitForURL('**/en/scenes/all');
    await page.goto('/en/profile');
    await page.getByLabel('New email', { exact: true }).fill(address);
    await page.getByRole('button', { name: 'Send confirmation', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in with another address?', exact: true });
    await dialog.getByRole('button', { name: 'Google says who I am', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Open the link in the email to ${address}`, { exact: false })).toBeVisible();
  });

  test('reports a button that cannot be loaded, and the form still works', async ({ page }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto('/en/login');
    await expect(page.getByText('The Google button could not be loaded.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled();
  });
});
