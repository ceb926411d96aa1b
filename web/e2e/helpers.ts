import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';

/** What the browser itself says: of an answer that a journey provokes on purpose, and of its own reading of what WebGL drew. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (401|402|403|404|409|415|422|423)|GPU stall due to ReadPixels/;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Call = [method: Method, path: string, body?: object, headers?: Record<string, string>];

let people = 0;

/** A person whom nobody has signed up yet. */
export function newPerson(): { name: string; email: string; password: string } {
  people += 1;
  const id = `${Date.now().toString(36)}-${people}`;
  return { name: `Ada ${id}`, email: `ada-${id}@example.test`, password: 'correct horse battery' };
}

/**
 * Signs a new person up by the contract, who has set up their workspace and seen the tour, and opens their dashboard. The
 * way there through the pages is a journey of its own.
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
  // A picture is of the product's own origin as well, and costs less than a page of it.
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

/** Signs a new person up through the page, up to where they set up their workspace. */
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

/** Collects what a page complains of; call the result at the end of a journey. */
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

/** axe finds nothing on the page as it is now; what stands in the frame of the queues' own pages is not ours. */
export async function expectAccessible(page: Page): Promise<void> {
  // Every page has its title as soon as its code is there; before that there is nothing to look at.
  await expect(page.locator('h1').first()).toBeAttached();
  // What comes in by and by has other colours on its way. What turns for ever ends never.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Frames of other origins are not ours; to look into those as well, each look would open a page of its own. Nobody reads
  // what is told of thousands of elements that are as they should be.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .exclude('iframe[src^="/operators/queues"]');
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

/** Makes scenes of the signed-in person by the contract, in order, and answers their uuids. */
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

/** Puts members of its document, such as `nodes`, into a scene of the signed-in person. */
export async function putScene(page: Page, uuid: string, members: object): Promise<void> {
  const path = `/api/compositions/${uuid}/document`;
  const { revision, document } = await callApi(page, 'GET', path);
  const changed = { ...(document as object), ...members };
  await callApi(page, 'PUT', path, { document: changed }, { 'If-Match': String(revision) });
}

/** Shows a scene of the signed-in person to everybody, changed at that, and waits until it answers strangers with `status`. */
export async function publishScene(
  page: Page,
  uuid: string,
  change: object = {},
  status = 200,
): Promise<void> {
  const body = { status: 'published', privacy: 'public', ...change };
  await callApi(page, 'PATCH', `/api/compositions/${uuid}`, body);
  await expect.poll(async () => (await page.request.get(`/api/public/scenes/${uuid}`)).status()).toBe(status);
}

/** Calls the contract as whoever a token belongs to, or as nobody. */
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

/** The roles in a scene, as the contract counts them. */
const ROLES = { editor: 0, viewer: 1 } as const;

/** Somebody else, in a browser of their own, who may only look at a scene of the first. */
export function joinAsViewer(page: Page, browser: Browser, where: { baseURL: string; uuid: string }) {
  return joinScene(page, browser, { ...where, role: 'viewer' });
}

/** Somebody else, in a browser of their own, who was let into a scene of the first. */
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

/** Drops files as a person does; their contents are base64. */
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
