import { randomInt } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { AssetType } from '@diorama/shared/contract/asset-type.ts';
import { SLOW } from '@diorama/stack/test/slow.ts';
import { triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';

/** Console messages of the browser for answers that a journey provokes, and for its own reads of WebGL pixels. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (401|402|403|404|409|415|422|423)|GPU stall due to ReadPixels/;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Call = [method: Method, path: string, body?: object, headers?: Record<string, string>];

/** Time for the result of a worker: its first picture also unpacks a browser, and others wait before it. */
export const WORKER_WITHIN = { timeout: 60_000 * SLOW };

/**
 * Returns a user who has not signed up yet. Their name has no digits, as journeys look for years and numbers. Later
 * users have later names in the alphabet, and no other worker chooses the same.
 */
export function newPerson(): { name: string; email: string; password: string } {
  const digits = `${Date.now()}${randomInt(1_000_000, 10_000_000)}`;
  const id = digits.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  return { name: `Ada ${id}`, email: `ada-${id}@example.test`, password: 'correct horse battery' };
}

/**
 * Signs a new user up over the API, with onboarding and the tour completed, and opens their dashboard. A separate
 * journey covers sign-up through the pages.
 */
export async function signUp(
  page: Page,
  language: 'en' | 'es' = 'en',
): Promise<ReturnType<typeof newPerson>> {
  const person = newPerson();
  const { name: username, email, password } = person;
  const headers = { 'Accept-Language': language };
  const body = { username, email, password };
  const session = await callAs(page, null, 'POST', '/api/users/signup', body, headers);
  const token = String(session.token);
  const [account] = (session.user as { accounts: { uuid: string }[] }).accounts;
  await callAs(page, token, 'PATCH', `/api/account-details/${account?.uuid}`, {
    hasCompletedOnboarding: true,
    hasCompletedDashboardTour: true,
  });
  const user = await callAs(page, token, 'GET', '/api/users/me');
  // A picture has the product's origin too and loads faster than a page.
  await page.goto('/favicon.svg');
  await page.evaluate((stored) => localStorage.setItem('diorama.session', JSON.stringify(stored)), {
    token,
    refreshToken: session.refresh_token,
    user,
    remember: true,
  });
  await page.goto(`/${language}/scenes/all`);
  return person;
}

/** Signs a new user up through the page, as far as the onboarding step. */
export async function signUpToOnboarding(
  page: Page,
  language: 'en' | 'es' = 'en',
): Promise<ReturnType<typeof newPerson>> {
  const person = newPerson();
  const words =
    language === 'en'
      ? { name: 'Your name', email: 'Email', password: 'Password', submit: 'Create account' }
      : { name: 'Tu nombre', email: 'Correo electrónico', password: 'Contraseña', submit: 'Crear cuenta' };
  await page.goto(`/${language}/sign-up`);
  await page.getByLabel(words.name, { exact: true }).fill(person.name);
  await page.getByLabel(words.email, { exact: true }).fill(person.email);
  await page.getByLabel(words.password, { exact: true }).fill(person.password);
  await page.getByRole('button', { name: words.submit, exact: true }).click();
  await page.waitForURL(`**/${language}/onboarding**`);
  return person;
}

/** Signs in as the demo account, which is an operator, in English. */
export async function signInAsOperator(page: Page): Promise<void> {
  await page.goto('/en/login');
  await page.getByLabel('Email', { exact: true }).fill('demo@diorama.test');
  await page.getByLabel('Password', { exact: true }).fill('diorama-demo');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/scenes/all');
}

/** Collects console errors of a page; call the result at the end of a journey. */
export function watchConsole(page: Page): () => void {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !EXPECTED.test(message.text())) {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  return () => expect(complaints).toEqual([]);
}

/** Asserts that axe finds nothing on the page in its current state; the frame with the queue dashboard is excluded. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every page has its title as soon as its code has loaded; before that the page is empty.
  await expect(page.locator('h1').first()).toBeAttached();
  // Running animations change colours, so the check waits for their end; endless ones are skipped.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Frames of other origins are excluded; checking them would open one more page per run. Only violations are reported,
  // as passing elements would be thousands.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('iframe[src^="/operators/queues"]')
    // A tooltip describes an element of a landmark, and may be open where the pointer rests.
    .exclude('[data-radix-popper-content-wrapper]:has([role="tooltip"])');
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

/** The uuid of the signed-in person's own workspace. */
export async function ownAccount(page: Page): Promise<string> {
  const { accounts } = await callApi(page, 'GET', '/api/users/me');
  return (accounts as { uuid: string }[])[0]?.uuid ?? '';
}

/** Asserts that a payment has succeeded, and continues from its page to the scenes. */
export async function expectPaid(page: Page, plan: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Welcome to ${plan}`, exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to your scenes', exact: true }).click();
  await page.waitForURL('**/en/scenes/all');
}

/** Puts the signed-in person's workspace on the plan of fifty scenes, by paying for it. */
export async function buyStarter(page: Page): Promise<void> {
  const account = await ownAccount(page);
  const order = await callApi(page, 'POST', '/api/orders', {
    account,
    planPrice: '01900000-0000-7000-8000-000000000021',
  });
  await callApi(page, 'POST', `/api/sandbox-payments/${order.token}/confirm`, {
    number: '4242424242424242',
    expMonth: 12,
    expYear: 2040,
    cvc: '123',
  });
  await expect
    .poll(async () => (await callApi(page, 'GET', `/api/orders/check-status/${order.uuid}`)).active)
    .toBe(true);
}

/** Imports a triangle in a file of at least so many bytes into the open scene, whose node appears at once. */
export async function importEngine(page: Page, bytes: number): Promise<void> {
  await page.getByLabel('Import a model', { exact: true }).setInputFiles({
    name: 'engine.glb',
    mimeType: 'model/gltf-binary',
    buffer: triangleGlb({ unused: bytes }),
  });
  await expect(page.getByRole('treeitem', { name: /^engine/ })).toBeVisible();
}

/** Creates scenes of the signed-in user over the API, in order, and returns their uuids. */
export async function makeScenes(page: Page, ...names: string[]): Promise<string[]> {
  const uuids: string[] = [];
  for (const name of names) {
    const scene = await callApi(page, 'POST', '/api/compositions', { name });
    uuids.push(String(scene.uuid));
  }
  return uuids;
}

/** Calls the contract as the signed-in person. */
export async function callApi(page: Page, ...call: Call): Promise<Record<string, unknown>> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('diorama.session') ?? '{}').token);
  return callAs(page, token, ...call);
}

/** A red panorama of 8 by 4 pixels in the format that cameras write. */
export function redSky(): Buffer {
  const pixels = Buffer.alloc(8 * 4 * 4);
  for (let i = 0; i < 32; i += 1) {
    pixels.set([255, 20, 20, 129], i * 4);
  }
  return Buffer.concat([Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n'), pixels]);
}

/** Uploads a file for a scene of the signed-in user, and waits until it is ready. */
export async function uploadFile(
  page: Page,
  scene: string,
  { type, name, buffer }: { type: AssetType; name: string; buffer: Buffer },
): Promise<{ '@id': string }> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('diorama.session') ?? '{}').token);
  const uploaded = await page.request.post('/api/assets/upload', {
    headers: { Authorization: `Bearer ${token}` },
    multipart: {
      type: String(type),
      composition: `/api/compositions/${scene}`,
      file: { name, mimeType: 'application/octet-stream', buffer },
    },
  });
  const asset = await uploaded.json();
  await expect.poll(async () => (await callApi(page, 'GET', asset['@id'])).status).toBe('ready');
  return asset;
}

/** Puts members of the document, such as `nodes`, into a scene of the signed-in user. */
export async function putScene(page: Page, uuid: string, members: object): Promise<void> {
  const path = `/api/compositions/${uuid}/document`;
  const { revision, document } = await callApi(page, 'GET', path);
  const changed = { ...(document as object), ...members };
  await callApi(page, 'PUT', path, { document: changed }, { 'If-Match': String(revision) });
}

/**
 * Publishes a scene of the signed-in user with the given changes, and waits until it answers anonymous requests with
 * `status`.
 */
export async function publishScene(
  page: Page,
  uuid: string,
  change: object = {},
  status = 200,
): Promise<void> {
  const body = { status: 'published', privacy: 'public', ...change };
  await callApi(page, 'PATCH', `/api/compositions/${uuid}`, body);
  await expect
    .poll(async () => (await page.request.get(`/api/public/scenes/${uuid}`)).status(), WORKER_WITHIN)
    .toBe(status);
}

/** Calls the API with a token, or anonymously. */
async function callAs(
  page: Page,
  token: string | null,
  ...[method, path, body, headers = {}]: Call
): Promise<Record<string, unknown>> {
  const response = await page.request.fetch(path, {
    method,
    headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...headers },
    ...(body && { data: body }),
  });
  expect(response.ok(), `${method} ${path} answered ${response.status()}: ${await response.text()}`).toBe(
    true,
  );
  return response.status() === 204 ? {} : await response.json();
}

/** Roles in a scene, as numbered by the API. */
const ROLES = { editor: 0, viewer: 1 } as const;

/** Signs up another user in a separate browser, who is a viewer of the first user's scene. */
export function joinAsViewer(page: Page, browser: Browser, where: { baseURL: string; uuid: string }) {
  return joinScene(page, browser, { ...where, role: 'viewer' });
}

/** Signs up another user in a separate browser, who is a member of the first user's scene. */
export async function joinScene(
  page: Page,
  browser: Browser,
  { baseURL, uuid, role }: { baseURL: string; uuid: string; role: keyof typeof ROLES },
) {
  const context = await browser.newContext({ baseURL });
  const other = await context.newPage();
  const { name, email } = await signUp(other);
  const invitation = await callApi(page, 'POST', '/api/invitations', {
    email,
    role: ROLES[role],
    compositions: [uuid],
  });
  await callApi(other, 'PATCH', `/api/invitations/accept/${invitation.uuid}`, {});
  return { context, other, name };
}

/** Drops files with base64 contents on an element. */
export const drop = (target: Locator, files: readonly [name: string, content: string][]) =>
  target.evaluate((element, given) => {
    const data = new DataTransfer();
    for (const [name, content] of given) {
      data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
    }
    for (const type of ['dragenter', 'dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }
  }, files);
