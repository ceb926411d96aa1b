import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  callApi,
  expectAccessible,
  makeScenes,
  publishScene,
  putScene,
  signUp,
  watchConsole,
} from './helpers.ts';

const SEAT = {
  nodes: {
    chair: { kind: 'group', name: 'Chair' },
    seat: {
      kind: 'box',
      name: 'Seat',
      parent: 'chair',
      position: [0, 0.5, 0],
      props: { size: [0.5, 0.1, 0.5] },
    },
    leg: {
      kind: 'cylinder',
      name: 'Leg',
      parent: 'chair',
      index: 'a1',
      position: [0, 0.25, 0],
      props: { radius: 0.1, height: 0.5 },
    },
  },
  camera: { position: [6, 7, 12], target: [4.5, 0, 4.5], fov: 50 },
};

type Node = {
  kind: string;
  name: string;
  parent: string | null;
  props: { values?: Record<string, unknown> };
};

async function nodesOf(page: Page, uuid: string): Promise<Node[]> {
  const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
  return Object.values((document as { nodes: Record<string, Node> }).nodes);
}

/** Performs an action by its name in the palette. */
async function perform(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(name);
  await page.getByRole('option', { name, exact: true }).click();
}

test('a hundred seats follow one component, except for one overridden seat', { tag: '@core' }, async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Theatre');
  await putScene(page, uuid, SEAT);
  await page.goto(`/en/builder/${uuid}`);
  const rows = page.getByRole('tree').getByRole('treeitem');
  await page.getByRole('treeitem', { name: 'Chair', exact: true }).click();
  await perform(page, 'Make component');
  await expect(page.getByRole('button', { name: 'Detach from component', exact: true })).toBeVisible();

  // A row of a hundred, each of which is an instance.
  await perform(page, 'Repeat');
  const count = page.getByLabel('Count', { exact: true });
  await count.fill('100');
  await count.press('Enter');
  await page.getByRole('button', { name: 'Separate copies', exact: true }).click();
  const row = page.getByRole('treeitem', { selected: true });
  await row.click();
  await page.keyboard.press('ArrowRight');
  await expect(rows.nth(1)).toHaveAttribute('aria-setsize', '101');

  // One seat without its leg.
  await rows.nth(1).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: /^Leg, part of Chair/ }).click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('region', { name: 'Overrides: Leg', exact: true })).toContainText(
    'Leg · Visibility',
  );

  // All seats become higher by an edit of the component.
  await page.getByRole('treeitem', { name: /^Seat, part of Chair/ }).click();
  await perform(page, 'Edit component');
  const note = page.getByRole('status').filter({ hasText: 'Editing Chair' });
  await expect(note).toBeVisible();
  const height = page.getByRole('textbox', { name: 'Size Y', exact: true });
  await height.fill('0.3');
  await height.press('Enter');
  await note.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(note).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByText('100 instances', { exact: true }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await expect
    .poll(async () => {
      const nodes = await nodesOf(page, uuid);
      const instances = nodes.filter(({ kind }) => kind === 'instance');
      const overrides = instances.flatMap(({ props }) => Object.keys(props.values ?? {}));
      return [nodes.length, instances.length, overrides];
    })
    .toEqual([104, 100, ['nodes/leg/visible']]);
});

test('visitors see the instances of a published scene', async ({ page, browser, baseURL }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Theatre');
  await putScene(page, uuid, {
    nodes: {
      ...SEAT.nodes,
      chair: { kind: 'component', name: 'Chair' },
      one: { kind: 'instance', name: 'First', props: { component: 'chair' } },
      two: {
        kind: 'instance',
        name: 'Second',
        position: [1, 0, 0],
        props: { component: 'chair', values: { 'nodes/seat/name': 'Best seat' } },
      },
    },
  });
  await publishScene(page, uuid);
  const visitor = await browser.newPage({ baseURL });
  const expectSilence = watchConsole(visitor);
  for (const path of [`/view/${uuid}`, `/embed/${uuid}`]) {
    await visitor.goto(path);
    await expect(visitor.locator('[data-phase="ready"]')).toBeVisible();
  }
  await visitor.goto(`/view/${uuid}`);
  await expect(visitor.locator('[data-phase="ready"]')).toBeVisible();
  await expect(visitor.locator('.viewer-outline li')).toContainText([
    'First',
    'Seat',
    'Leg',
    'Second',
    'Best seat',
    'Leg',
  ]);
  expectSilence();
  await visitor.close();
});

test('each instance reacts separately to clicks on its nodes', async ({ page, browser, baseURL }) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Cabinets');
  await putScene(page, uuid, {
    nodes: {
      cabinet: { kind: 'component', name: 'Cabinet' },
      door: { kind: 'box', name: 'Door', parent: 'cabinet', props: { size: [1.8, 2, 0.2] } },
      one: { kind: 'instance', name: 'First', position: [-1, 0, 0], props: { component: 'cabinet' } },
      two: { kind: 'instance', name: 'Second', position: [1, 0, 0], props: { component: 'cabinet' } },
    },
    states: { open: { name: 'Open', values: { 'nodes/door/scale': [0.2, 1, 1] } } },
    interactions: { knock: { node: 'door', actions: [{ kind: 'state', state: 'open', seconds: 0 }] } },
    camera: { position: [0, 0, 8], target: [0, 0, 0], fov: 40 },
  });
  // A node of an instance shows the interactions of its component.
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('treeitem', { name: 'First', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Door, part of First', exact: true }).click();
  await page.getByText('Interactions', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Motion', exact: true }).click();
  await page.getByRole('option', { name: 'Face the camera', exact: true }).click();
  await expect(page.getByText(/^This object belongs to a component/)).toBeVisible();
  await expect
    .poll(async () => {
      const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
      return Object.values((document as { motions: Record<string, { node: string }> }).motions)[0]?.node;
    })
    .toBe('door');

  await publishScene(page, uuid);
  const visitor = await browser.newPage({ baseURL });
  const expectSilence = watchConsole(visitor);
  await visitor.goto(`/en/view/${uuid}`);
  await expect(visitor.locator('.viewer[data-phase="ready"]')).toBeVisible();
  const button = (name: string) => visitor.getByRole('button', { name: `${name} · Door`, exact: true });
  await expect(button('First')).toHaveAttribute('aria-pressed', 'false');
  const canvas = visitor.locator('.scene-stage canvas');
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 };
  await canvas.click({ position: { x: width / 2 + height / 12, y: height / 2 } });
  await expect(button('Second')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('First')).toHaveAttribute('aria-pressed', 'false');
  expectSilence();
  await visitor.close();
});

test('an overridden field of an instance is marked and reverted, and a missing component is explained', async ({
  quietPage: page,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Marked');
  await putScene(page, uuid, {
    nodes: {
      ...SEAT.nodes,
      chair: { kind: 'component', name: 'Chair' },
      one: {
        kind: 'instance',
        name: 'First',
        props: { component: 'chair', values: { 'nodes/leg/position': [1, 0, 0] } },
      },
      lost: { kind: 'instance', name: 'Lost', index: 'a1', props: { component: 'gone' } },
    },
    options: { legs: { name: 'Legs' } },
    choices: { high: { option: 'legs', name: 'High' } },
  });
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('treeitem', { name: 'First', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Leg, part of First', exact: true }).click();
  const mark = page.getByRole('button', { name: 'Revert Position to the component', exact: true });
  await expect(mark).toBeVisible();
  await expect(page.getByRole('button', { name: /^Revert Rotation/ })).toBeHidden();
  await expectAccessible(page);
  await mark.click();
  await expect(mark).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Position Y', exact: true })).toHaveValue('0.25');

  // A recorded field has the same mark, for the recording.
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('configurator');
  await page.getByRole('option', { name: /^Options/ }).click();
  await page.getByRole('button', { name: 'Record High', exact: true }).click();
  await page.getByRole('treeitem', { name: 'Leg, part of First', exact: true }).click();
  const height = page.getByRole('textbox', { name: 'Height', exact: true });
  await height.fill('0.9');
  await height.press('Enter');
  const forget = page.getByRole('button', { name: 'Remove Height from the recording', exact: true });
  await expect
    .poll(async () => {
      const { document } = await callApi(page, 'GET', `/api/compositions/${uuid}/document`);
      return (document as { choices: { high: { values: object } } }).choices.high.values;
    })
    .toEqual({ 'nodes/one::leg/props.height': 0.9 });
  await forget.click();
  await expect(forget).toBeHidden();
  await expect(height).toHaveValue('0.5');
  await page.getByRole('button', { name: 'Stop recording', exact: true }).click();

  await expect(
    page.getByRole('img', { name: 'Lost: the component no longer exists', exact: true }),
  ).toBeVisible();
  await page.getByRole('treeitem', { name: 'Lost', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'no longer exists' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('treeitem', { name: 'Lost', exact: true })).toBeHidden();
});

test('a lamp detached from its component still switches on click, separately', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Lamps');
  const at = (x: number) => ({ kind: 'instance', position: [x, 0, 0], props: { component: 'lamp' } });
  await putScene(page, uuid, {
    nodes: {
      lamp: { kind: 'component', name: 'Lamp' },
      shade: { kind: 'box', name: 'Shade', parent: 'lamp' },
      bulb: { kind: 'sphere', name: 'Bulb', parent: 'lamp', position: [0, 2, 0], visible: false },
      left: { ...at(-2), name: 'Left' },
      right: { ...at(2), name: 'Right' },
    },
    states: { on: { name: 'On', values: { 'nodes/bulb/visible': true } } },
    interactions: { light: { node: 'shade', actions: [{ kind: 'state', state: 'on' }] } },
    camera: { position: [0, 1, 12], target: [0, 1, 0], fov: 40 },
  });
  await page.goto(`/en/builder/${uuid}`);
  await page.getByRole('treeitem', { name: 'Right', exact: true }).click();
  await page.getByRole('button', { name: 'Detach from component', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Detach from component', exact: true })).toBeHidden();
  const bulbs = async () => (await nodesOf(page, uuid)).filter(({ name }) => name === 'Bulb').length;
  await expect.poll(bulbs).toBe(2);
  await publishScene(page, uuid);

  const visitor = await (await browser.newContext({ baseURL, reducedMotion: 'reduce' })).newPage();
  const expectSilence = watchConsole(visitor);
  await visitor.goto(`/en/view/${uuid}`);
  const left = visitor.getByRole('button', { name: 'Left · Shade', exact: true });
  const right = visitor.getByRole('button', { name: 'Shade', exact: true });
  await expect(right).toBeAttached();
  const canvas = visitor.locator('.scene-stage canvas');
  const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
  await canvas.click({ position: { x: width / 2 + (2 / 8.7) * height, y: height * 0.61 } });
  await expect(right).toHaveAttribute('aria-pressed', 'true');
  await expect(left).toHaveAttribute('aria-pressed', 'false');
  await left.press('Enter');
  await expect(left).toHaveAttribute('aria-pressed', 'true');
  await right.press('Enter');
  await expect(right).toHaveAttribute('aria-pressed', 'false');
  await expect(left).toHaveAttribute('aria-pressed', 'true');
  expectSilence();
  await visitor.context().close();
});
