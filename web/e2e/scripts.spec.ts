import { measureScripts, SCRIPT_BUDGETS } from '@diorama/stack/test/measure-scripts.ts';
import { expect, test } from './fixtures.ts';
import { makeScenes, ownAccount, publishScene, putScene, signUp } from './helpers.ts';

const PRO_MONTHLY = '01900000-0000-7000-8000-000000000031';

test('pages load no more script than their budgets allow', async ({ page, browser, baseURL }) => {
  test.slow();
  await signUp(page);
  const account = await ownAccount(page);
  const [uuid = ''] = await makeScenes(page, 'Room');
  await putScene(page, uuid, {
    nodes: { wall: { kind: 'wall' }, box: { kind: 'box' }, sun: { kind: 'directionalLight' } },
  });
  await publishScene(page, uuid);
  const visit = await browser.newContext({ baseURL: baseURL ?? '' });
  const measure = async (isVisitor: boolean, path: string, isDrawn: string) => {
    const opened = await (isVisitor ? visit : page.context()).newPage();
    const { all, beforeFrame } = await measureScripts(opened, `${baseURL}${path}`, isDrawn);
    await opened.close();
    return { all, beforeFrame };
  };
  const measured = {
    embed: (await measure(true, `/embed/${uuid}`, 'canvas')).beforeFrame,
    viewer: (await measure(true, `/view/${uuid}`, 'canvas')).all,
    dashboard: (await measure(false, '/en/scenes/all', 'main')).all,
    upgrade: (await measure(false, `/en/upgrade/${account}/pro`, 'main')).all,
    payment: (await measure(false, `/en/upgrade/${account}/pro/pay/${PRO_MONTHLY}`, 'form')).all,
    editor: (await measure(false, `/en/builder/${uuid}`, 'canvas')).beforeFrame,
  };
  await visit.close();
  for (const [name, kilobytes] of Object.entries(measured)) {
    // Less would mean that the page was not measured to its end.
    expect(kilobytes, name).toBeGreaterThan(100);
    expect(kilobytes, name).toBeLessThanOrEqual(SCRIPT_BUDGETS[name as keyof typeof SCRIPT_BUDGETS]);
  }
});
