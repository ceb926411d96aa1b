import { parseDocument } from '@diorama/shared/scene/document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { signal } from '@preact/signals-core';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiProvider } from '../../../api/provider.tsx';
import { createApi } from '../../../app.tsx';
import { ToastProvider } from '../../../components/toast/toast.tsx';
import { LanguageProvider } from '../../../hooks/use-language.tsx';
import { EditorProvider } from '../../hooks/use-editor.tsx';
import type { EditorSession } from '../../session.ts';
import { TestEditor } from '../../test/test-editor.ts';
import { OptionsPanel } from './options-panel.tsx';

const SCENE = {
  options: {
    color: { name: 'Color' },
    fabric: { name: 'Fabric', index: 'a1' },
    legs: { name: 'Legs', index: 'a2' },
  },
  choices: {
    oak: { option: 'color', name: 'Oak' },
    linen: { option: 'fabric', name: 'Standard' },
    steel: { option: 'legs', name: 'Standard' },
  },
};

/** Opens the panel of a scene with three options. */
function openPanel(): TestEditor {
  const editor = new TestEditor({ ydoc: toYDoc(parseDocument(SCENE)) });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  // The panel reads nothing else of the session.
  const session = {
    editor,
    assets: { byIri: signal(new Map()), unloaded: signal(new Map()) },
  } as unknown as EditorSession;
  root.render(
    <Suspense>
      <LanguageProvider language="en">
        <ApiProvider api={createApi()}>
          <ToastProvider>
            <EditorProvider value={session}>
              <OptionsPanel />
            </EditorProvider>
          </ToastProvider>
        </ApiProvider>
      </LanguageProvider>
    </Suspense>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return editor;
}

it('rules show the option of each choice', async () => {
  openPanel();
  await page.getByRole('button', { name: 'Details of Oak', exact: true }).click();
  await page.getByText('Rules', { exact: true }).click();
  for (const name of ['Fabric: Standard', 'Legs: Standard']) {
    await expect.element(page.getByText(name, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: `Oak with ${name}`, exact: true })).toBeVisible();
  }
});

it('an option accepts a description for screen readers', async () => {
  const editor = openPanel();
  const group = page.getByRole('group', { name: 'Fabric', exact: true });
  await group.getByRole('textbox', { name: 'Option description', exact: true }).click();
  await userEvent.keyboard('What covers the seat{Enter}');
  await expect
    .poll(() => {
      const { color, fabric } = editor.scene.shared.value.options;
      return [color?.description, fabric?.description];
    })
    .toEqual(['', 'What covers the seat']);
});
