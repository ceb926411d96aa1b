import { CodedError } from '@diorama/shared/contract/errors.ts';
import { LANGUAGES } from '@diorama/shared/i18n/t.ts';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../../test/fake-server.ts';
import { ACCOUNT, expectReadable, FREE, openApp, PHONE } from '../../test/open-app.tsx';

const [KITCHEN, LAMP] = [
  '01900000-0000-7000-8000-00000000c001',
  '01900000-0000-7000-8000-00000000c002',
] as const;

/** Scenes of the user's workspace by their names. */
const withScenes = (names: Readonly<Record<string, string>>): Answers => ({
  listCompositions: listOf(names),
});

function listOf(names: Readonly<Record<string, string>>) {
  const member = Object.entries(names).map(([uuid, name]) => ({
    '@id': `/api/compositions/${uuid}`,
    uuid,
    name,
    account: ACCOUNT['@id'],
    permission: 'admin' as const,
    ownedByCurrentUser: true,
  }));
  return { member, totalItems: member.length };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const scene = (name: string) => page.getByRole('link', { name, exact: true });

it('the menu of a scene works by keyboard and returns the focus', async () => {
  await openApp('/en/scenes/all', { answers: withScenes({ [KITCHEN]: 'Kitchen' }) });
  const actions = button('Actions for Kitchen');
  await expect.element(actions).toBeVisible();
  (actions.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu', { name: 'Actions for Kitchen', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(actions).toHaveFocus();
});

it('creating a scene beyond the plan’s limit opens the upgrade dialog', async () => {
  await openApp('/en/scenes/all', {
    answers: {
      ...withScenes({ [KITCHEN]: 'Kitchen' }),
      getAccount: { ...FREE, totalScenes: 5 },
      createComposition: new CodedError('scenes.limit'),
    },
  });
  await expect.element(page.getByText('5 of 5', { exact: true })).toBeVisible();
  await button('New scene').click();
  await expect
    .element(page.getByRole('dialog', { name: 'Scenes limit exceeded', exact: true }))
    .toBeVisible();
  await expect
    .element(
      page.getByText('The Free plan includes 5 scenes. Delete one, or upgrade to continue.', {
        exact: true,
      }),
    )
    .toBeVisible();
  await expectReadable();
  await button('Not now').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('New scene').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: /^Upgrade / })).toBeVisible();
});

it('a scene list that fails to load shows the reason and can be retried', async () => {
  const server = await openApp('/en/scenes/all', {
    answers: {
      ...withScenes({ [KITCHEN]: 'Kitchen' }),
      listCompositions: new CodedError('server.unavailable'),
    },
  });
  await expect
    .element(page.getByRole('heading', { name: 'Your scenes could not be loaded', exact: true }))
    .toBeVisible();
  await expectReadable();
  Object.assign(server.answers, withScenes({ [KITCHEN]: 'Kitchen' }));
  await page.getByRole('main').getByRole('button', { name: 'Try again', exact: true }).click();
  await expect.element(scene('Kitchen')).toBeVisible();
});

it('a failed change shows an error and leaves the page unchanged', async () => {
  const server = await openApp('/en/scenes/all', {
    answers: { ...withScenes({ [KITCHEN]: 'Kitchen' }), changeCompositions: new CodedError('server.failed') },
  });
  await button('Actions for Kitchen').click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Title of server.failed', { exact: true })).toBeVisible();
  await expect.element(scene('Kitchen')).toBeVisible();
  expect(server.changes).toHaveLength(1);
});

it('a bulk change that the plan does not allow opens the plan dialog', async () => {
  const project = '01900000-0000-7000-8000-00000000d001';
  await openApp('/en/scenes/all', {
    answers: {
      ...withScenes({ [KITCHEN]: 'One', [LAMP]: 'Two' }),
      listProjects: { member: [{ uuid: project, name: 'Kitchen' }], totalItems: 1 },
      changeCompositions: {
        failed: [KITCHEN, LAMP].map((uuid) => ({
          composition: `/api/compositions/${uuid}`,
          code: 'security.account.overflown_storage',
          title: 'Storage quota exceeded',
        })),
      },
    },
  });
  for (const name of ['One', 'Two']) {
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  }
  await button('Move').click();
  const question = page.getByRole('dialog');
  await question.getByRole('radio', { name: 'Kitchen', exact: true }).click();
  await question.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', {
    name: 'This workspace is over its plan’s limits',
    exact: true,
  });
  await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: /^Upgrade / })).toBeVisible();
});

it.each(LANGUAGES)('long names fit every screen size in %s', async (language) => {
  await openApp(`/${language}/scenes/all`, {
    answers: withScenes({
      [KITCHEN]: 'Kitchen',
      [LAMP]: 'A scene whose name is far longer than any card could ever show in one line',
    }),
  });
  await expect.element(scene('Kitchen')).toBeVisible();
  await expectReadable();
});

it('the sidebar is a drawer on a phone', async () => {
  await openApp('/en/scenes/all', { size: PHONE });
  const open = button('Open menu');
  await expect.element(button('Ada')).not.toBeInTheDocument();
  await open.click();
  await expect.element(button('Ada')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Ada')).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  await open.click();
  await page.getByRole('link', { name: 'Shared scenes', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Shared scenes', exact: true })).toBeVisible();
  await expect.element(button('Ada')).not.toBeInTheDocument();
});

it('the tour points at parts of the dashboard once and covers none of them', async () => {
  const server = await openApp('/en/scenes/all', {
    answers: {
      ...withScenes({ [KITCHEN]: 'Kitchen', [LAMP]: 'Lamp' }),
      getAccount: { ...FREE, detail: { hasCompletedOnboarding: true, hasCompletedDashboardTour: false } },
    },
  });
  const tour = page.getByRole('region', { name: 'Quick tour', exact: true });
  await expect.element(tour.getByText('Everything starts here', { exact: true })).toBeVisible();
  await expectReadable();
  await page.viewport(1440, 900);
  await tour.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.element(tour.getByText('Find any scene', { exact: true })).toBeVisible();
  const card = () => tour.element().getBoundingClientRect();
  for (const name of ['Search scenes', 'Tags', 'Category']) {
    const part = page.getByLabelText(name, { exact: true }).first().element().getBoundingClientRect();
    await expect
      .poll(() => card().top >= part.bottom || card().left >= part.right || card().bottom <= part.top)
      .toBe(true);
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(tour.getByText('Organize your scenes', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tour).not.toBeInTheDocument();
  await expect
    .poll(() => server.changes)
    .toContainEqual({ route: 'updateAccountDetail', body: { hasCompletedDashboardTour: true } });
});

it('the scene list aligns cells with column heads and shows author and project', async () => {
  const project = '01900000-0000-7000-8000-00000000d001';
  const answers = withScenes({ [KITCHEN]: 'Chair' });
  const [chair] = (answers.listCompositions as { member: object[] }).member;
  await openApp('/en/scenes/all', {
    answers: {
      listProjects: {
        member: [{ '@id': `/api/projects/${project}`, uuid: project, name: 'Home' }],
        totalItems: 1,
      },
      listCompositions: {
        member: [
          {
            ...chair,
            project: `/api/projects/${project}`,
            status: 'draft',
            createdBy: { name: 'Eve', uuid: LAMP },
          },
        ],
        totalItems: 1,
      },
    },
  });
  await button('List').click();
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Chair' });
  const left = (element: Element) => element.getBoundingClientRect().left;
  for (const [head, cell] of [
    ['Name', line.getByRole('link', { name: 'Chair', exact: true })],
    ['Project', line.getByText('Home', { exact: true })],
    ['Created by', line.getByText('Eve', { exact: true })],
    ['Status and last change', line.getByText('Draft', { exact: true })],
  ] as const) {
    await expect.element(cell).toBeVisible();
    const place = page.getByRole('main').getByText(head, { exact: true }).element();
    expect(left(cell.element())).toBeCloseTo(left(place), 0);
  }
  await expectReadable();
});

it('a project with an existing name is not created', async () => {
  const server = await openApp('/en/scenes/all', {
    answers: { createProject: new CodedError('project.exists') },
  });
  await button('New project').click();
  await page.getByRole('dialog').getByLabelText('Name', { exact: true }).fill(' LIVING ROOM');
  await button('Create').click();
  await expect.element(page.getByText('Title of project.exists', { exact: true })).toBeVisible();
  await expectReadable();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(server.changes).toHaveLength(1);
});

it('a deleted project shows a not-found message', async () => {
  await openApp(`/en/project/${LAMP}`, { answers: { getProject: new CodedError('request.not-found') } });
  const told = page.getByText('This project does not exist, or you do not have access to it.', {
    exact: true,
  });
  await expect.element(told).toBeVisible();
});

it('a further page that fails is retried by the button, not automatically', async () => {
  let asked = 0;
  await openApp('/en/scenes/all', {
    answers: {
      listCompositions: ({ query }) => {
        if (query.get('page') !== '2') {
          return { ...listOf({ [KITCHEN]: 'Kitchen' }), view: {} };
        }
        asked += 1;
        return asked === 1 ? new CodedError('request.too-many') : listOf({ [LAMP]: 'Lamp' });
      },
    },
  });
  const more = button('Show more');
  await expect.poll(() => asked).toBe(1);
  await more.click();
  await expect.element(scene('Lamp')).toBeVisible();
  await expect.element(scene('Kitchen')).toBeVisible();
  expect(asked).toBe(2);
});
