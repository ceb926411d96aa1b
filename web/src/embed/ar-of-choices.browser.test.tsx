import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SceneOptions } from '../viewer/options/scene-options.ts';
import type { PublicScene } from '../viewer/public-scene.ts';
import { offerArOfChoices } from './ar-of-choices.ts';

const CHAIR = parseDocument({
  options: { color: { name: 'Color' } },
  choices: { oak: { option: 'color', name: 'Oak' }, red: { option: 'color', name: 'Red', index: 'a1' } },
});
const RED = new Map([['color', 'red']]);
const OAK = new Map([['color', 'oak']]);

/** Offers AR of a chair; `answers` come from the server in order. */
function open({ isStandalone = false, answers = [] as object[] } = {}): SceneOptions {
  vi.stubGlobal('fetch', async () => Response.json(answers.shift() ?? { status: 'queued' }));
  const foot = document.body.appendChild(document.createElement('footer'));
  const notes = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    foot.remove();
    notes.remove();
  });
  const options = new SceneOptions(CHAIR, new URLSearchParams());
  const output = { glb: '/oak.glb', glbMobile: null, glbAr: null, usdz: '/oak.usdz', carousel: [] };
  const scene = { uuid: '1', output, standalone: isStandalone ? {} : undefined } as unknown as PublicScene;
  const offer = ({ output: { glb } }: PublicScene) => {
    const button = document.createElement('button');
    button.className = 'embed-ar';
    button.textContent = `AR of ${glb}`;
    foot.append(button);
    return () => button.remove();
  };
  offerArOfChoices({ foot, notes, options, scene, offer });
  return options;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const note = () => page.getByRole('status');

it('the AR button shows that a choice’s files are being prepared, and keeps the focus', async () => {
  const options = open({
    answers: [{ status: 'completed', glb: '/red.glb', glbAr: null, usdz: '/red.usdz' }],
  });
  await expect.element(button('AR of /oak.glb')).toBeVisible();
  await userEvent.tab();
  options.choose(RED);
  await expect.element(button('Preparing for AR')).toHaveFocus();
  await expect.element(button('AR of /red.glb')).toHaveFocus();
  options.choose(OAK);
  await expect.element(button('AR of /oak.glb')).toHaveFocus();
});

it('the AR button reports that AR is unavailable for a combination', async () => {
  const options = open({ answers: [{ status: 'failed' }] });
  options.choose(RED);
  await expect.element(note()).toHaveTextContent('AR is not available for this combination.');
  await expect.element(button('View in your space')).toHaveAttribute('aria-disabled', 'true');
  options.choose(OAK);
  await expect.element(button('AR of /oak.glb')).toBeVisible();
  await expect.element(note()).toBeEmptyDOMElement();
});

it('a downloaded page reports AR as unavailable for choices other than the defaults', async () => {
  const options = open({ isStandalone: true });
  options.choose(RED);
  await expect.element(note()).toHaveTextContent('AR is not available for this combination.');
});

it('the AR button offers a retry after a failed request', async () => {
  const options = open();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  options.choose(RED);
  await expect.element(note()).toHaveTextContent('AR could not be prepared. Try again in a moment.');
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: 'completed', glb: '/red.glb', glbAr: null, usdz: null }),
  );
  await button('Try again').click();
  await expect.element(button('AR of /red.glb')).toHaveFocus();
});
