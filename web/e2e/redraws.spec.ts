import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { makeScenes, putScene, signUp } from './helpers.ts';

/** React's component node as it is passed to developer tools; the names are React's. */
type Fiber = {
  tag: number;
  flags: number;
  stateNode: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
};

declare global {
  interface Window {
    /** Number of component renders by named part of the page. */
    redraws: Record<string, number>;
  }
}

/** Counts renders in place of React's developer tools, whose hook is called with each commit. */
function countRedraws(): void {
  const PERFORMED_WORK = 1;
  const HOST = 5;
  window.redraws = {};
  const visit = (next: Fiber, before: Fiber | null, part: string) => {
    let child = next.child === before?.child ? null : next.child;
    while (child) {
      const name =
        child.tag === HOST && child.stateNode instanceof Element && child.stateNode.tagName === 'SECTION'
          ? child.stateNode.getAttribute('aria-label')
          : null;
      if (child.tag !== HOST && child.alternate && (child.flags & PERFORMED_WORK) !== 0) {
        window.redraws[part] = (window.redraws[part] ?? 0) + 1;
      }
      visit(child, child.alternate, name ?? part);
      child = child.sibling;
    }
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      isDisabled: false,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) =>
        visit(current, current.alternate, ''),
    },
  });
}

/** Waits until rendering stops: parts of a panel appear when their code has loaded. */
const rest = (page: Page) =>
  page.evaluate(async () => {
    const count = () => Object.values(window.redraws).reduce((sum, one) => sum + one, 0);
    let before = -1;
    while (before !== count()) {
      before = count();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });

test('a changed node rerenders only its outliner row, and the inspector only for the selected node', {
  tag: '@core',
}, async ({ page }) => {
  await page.addInitScript(countRedraws);
  await signUp(page);
  const [uuid = ''] = await makeScenes(page, 'Many');
  const nodes = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `n${i}`,
      { kind: 'box', name: `Box ${i}`, position: [i, 0, 0] as const },
    ]),
  );
  await putScene(page, uuid, { nodes });
  await page.goto(`/en/builder/${uuid}`);
  await row(page, 'Box 1').click();
  const x = page.getByRole('textbox', { name: 'Position X', exact: true });
  await expect(x).toHaveValue('1');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Size X', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a material', exact: true })).toBeVisible();
  await rest(page);

  const take = () =>
    page.evaluate(() => {
      const taken = window.redraws;
      window.redraws = {};
      return { inspector: taken.Inspector ?? 0, outliner: taken.Outliner ?? 0 };
    });
  await take();
  const other = { kind: 'box', name: 'Renamed', position: [2, 5, 0] };
  await putScene(page, uuid, { nodes: { ...nodes, n2: other } });
  await expect(row(page, 'Renamed')).toBeVisible();
  const byOther = await take();
  expect(byOther.inspector).toBe(0);
  // The user's own row and its contents render, and no others.
  expect(byOther.outliner).toBeGreaterThan(0);
  expect(byOther.outliner).toBeLessThan(20);

  const own = { kind: 'box', name: 'Box 1', position: [9, 0, 0] };
  await putScene(page, uuid, { nodes: { ...nodes, n2: other, n1: own } });
  await expect(x).toHaveValue('9');
  const byOwn = await take();
  expect(byOwn.inspector).toBeGreaterThan(0);
  expect(byOwn.outliner).toBeLessThan(20);

  // Without a selection the inspector shows the scene settings, which do not depend on nodes.
  await page.keyboard.press('Escape');
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector.getByText('Environment', { exact: true })).toBeVisible();
  await rest(page);
  await take();
  const again = { kind: 'box', name: 'Once more', position: [2, 6, 0] };
  await putScene(page, uuid, { nodes: { ...nodes, n2: again, n1: own } });
  await expect(row(page, 'Once more')).toBeVisible();
  expect((await take()).inspector).toBe(0);
});
