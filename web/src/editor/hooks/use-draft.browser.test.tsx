import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LanguageProvider } from '../../hooks/use-language.tsx';
import type { EditorSession } from '../session.ts';
import { useDraft } from './use-draft.ts';
import { EditorProvider } from './use-editor.tsx';

const onCommit = vi.fn();
let change: (value: string) => void;

function Height() {
  const [shown, setShown] = useState('2');
  change = setShown;
  const { props } = useDraft({ shown, onCommit, isSelected: true });
  return <input aria-label="Height" {...props} />;
}

it('a selected value stays selected when another user changes it, so typed text replaces the value', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <Suspense>
      <LanguageProvider language="en">
        {/* The field reads nothing of the session unless a key without text is pressed. */}
        <EditorProvider value={{ editor: {} } as EditorSession}>
          <Height />
        </EditorProvider>
      </LanguageProvider>
    </Suspense>,
  );
  const field = page.getByRole('textbox', { name: 'Height' });
  await expect.element(field).toHaveValue('2');
  (field.element() as HTMLElement).focus();
  change('5');
  await expect.element(field).toHaveValue('5');
  await userEvent.keyboard('7{Enter}');
  expect(onCommit.mock.calls).toEqual([['7']]);
  root.unmount();
  place.remove();
});
