import { expandDocument } from '@diorama/shared/scene/copies/expansion.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { NodeTargets } from './node-targets.ts';

const seat = (i: number) => `chair${i}::seat`;
const name = (i: number) => `Chair ${i + 1}`;

/** A scene of chairs that are instances of one component, whose seat reacts to clicks. */
function chairs(count: number) {
  const instance = (i: number) => ({
    kind: 'instance',
    name: name(i),
    index: `a${String(i).padStart(5, '0')}x`,
    props: { component: 'chair' },
  });
  const instances = Array.from({ length: count }, (_, i) => [`chair${i}`, instance(i)]);
  return expandDocument(
    parseDocument({
      nodes: {
        chair: { kind: 'component' },
        seat: { kind: 'box', parent: 'chair', props: {} },
        ...Object.fromEntries(instances),
      },
      interactions: { sit: { node: 'seat', event: 'click' } },
    }),
  ).document;
}

/** The targets of a scene whose canvas has no picture, and the nodes that were clicked. */
function open(count: number) {
  const host = document.body.appendChild(document.createElement('div'));
  const clicked: (string | null)[] = [];
  // Without a pointer, the targets use only the element of the canvas.
  const canvas = { element: document.createElement('canvas'), view: {} } as unknown as SceneCanvas;
  const targets = new NodeTargets({
    ...{ host, canvas, revert: () => undefined, isActive: () => false },
    run: (rows, { node, isClick }) => isClick && rows.length > 0 && clicked.push(node),
  });
  onTestFinished(() => {
    targets.dispose();
    host.remove();
  });
  targets.setDocument(chairs(count));
  return { targets, clicked };
}

const shown = () => page.getByRole('button').elements() as HTMLButtonElement[];
const texts = () => shown().map(({ textContent }) => textContent);
const press = async (button: string) => {
  page.getByRole('button', { name: button, exact: true }).element().focus();
  await userEvent.keyboard('{Enter}');
};

it('every interactive object is reachable by keyboard, 100 buttons at a time', async () => {
  const { clicked } = open(1_000);
  for (let first = 0; first < 1_000; first += 100) {
    const buttons = shown().filter(({ value }) => value === '');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(
      Array.from({ length: 100 }, (_, i) => name(first + i)),
    );
    for (const button of buttons) {
      button.click();
    }
    if (first < 900) {
      const last = (first + 200).toLocaleString('en');
      await press(`Objects ${first + 101} to ${last} of 1,000`);
      await expect.element(page.getByRole('button', { name: name(first + 100), exact: true })).toHaveFocus();
    }
  }
  expect(clicked).toEqual(Array.from({ length: 1_000 }, (_, i) => seat(i)));
  expect(shown()).toHaveLength(101);
  await press('Objects 801 to 900 of 1,000');
  await expect.element(page.getByRole('button', { name: name(800), exact: true })).toHaveFocus();
});

it('the list keeps its focused object when other objects are removed', async () => {
  const { targets } = open(300);
  await press('Objects 101 to 200 of 300');
  const focused = page.getByRole('button', { name: name(100), exact: true });
  await expect.element(focused).toHaveFocus();
  const fewer = chairs(300);
  targets.setDocument({
    ...fewer,
    nodes: Object.fromEntries(Object.entries(fewer.nodes).filter(([id]) => !id.startsWith('chair7'))),
  });
  await expect.element(focused).toHaveFocus();
  targets.setDocument(chairs(2));
  expect(texts()).toEqual([name(0), name(1)]);
  targets.setDocument(chairs(0));
  await expect.element(page.getByRole('group', { includeHidden: true })).not.toBeVisible();
});
