import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ArEntry } from './ar-entry.tsx';
import type { FilesState } from './options/use-option-files.ts';
import { fetchPageTranslate } from './page-language.ts';
import type { PublicScene } from './public-scene.ts';

const SCENE = {
  ...{ uuid: '1', name: 'Chair', watermark: null, sharing: { arFixedScale: false, arPlacement: 'floor' } },
  output: { glb: '/chair.glb', glbMobile: null, glbAr: null, usdz: null, carousel: [] },
} as unknown as PublicScene;

/** Shows the AR entry of a scene. */
async function open(language: 'en' | 'es' = 'en') {
  const t = await fetchPageTranslate(language);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  const retry = vi.fn();
  const activities = { room: null, isXrRefused: false };
  const show = (state: FilesState) =>
    root.render(
      <ArEntry
        scene={SCENE}
        files={{ state, retry }}
        activities={activities}
        t={t}
        onLaunch={() => undefined}
      />,
    );
  return { show, retry };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const note = () => page.getByRole('status');

it('the AR button keeps the focus while the files of a combination are prepared', async () => {
  const { show, retry } = await open();
  show('late');
  await expect.element(note()).toHaveTextContent('AR could not be prepared. Try again in a moment.');
  await button('Try again').click();
  expect(retry).toHaveBeenCalledOnce();
  show('preparing');
  await expect.element(button('Preparing for AR')).toHaveFocus();
  await expect.element(note()).toBeEmptyDOMElement();
  show('ready');
  await expect.element(button('View in your space')).toHaveFocus();
});

it.each([
  ['en', 'AR is not available for this combination.', 'View in your space'],
  ['es', 'La RA no está disponible para esta combinación.', 'Ver en tu espacio'],
] as const)(
  'the AR entry reports in %s that no files exist, and disables its button',
  async (language, text, name) => {
    const { show, retry } = await open(language);
    show('unavailable');
    await expect.element(note()).toHaveTextContent(text);
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
    await button(name).click({ force: true });
    expect(retry).not.toHaveBeenCalled();
  },
);
