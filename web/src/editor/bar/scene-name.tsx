import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import classes from './floating-bar.module.css';

/** The name of the scene, changed where it stands. Enter takes it, Escape puts back what it was. */
export function SceneName({ scene }: { scene: Composition }) {
  const { client } = useApi();
  const { mutate } = useSWRConfig();
  const { t } = useWords();
  const toast = useToast();
  const errorText = useErrorText();
  const isReadOnly = useStore(useEditor().isReadOnly);
  const [text, setText] = useState<string | null>(null);

  /** Escape leaves the field too, but takes nothing. */
  const isReverted = useRef(false);
  const save = () => {
    const name = isReverted.current ? '' : (text?.trim() ?? '');
    isReverted.current = false;
    setText(null);
    if (name === '' || name === scene.name) {
      return;
    }
    const params = { id: scene.uuid };
    mutate(urlOf('getComposition', { params }), client.call('patchComposition', { params, body: { name } }), {
      optimisticData: { ...scene, name },
      revalidate: false,
    }).catch((error: unknown) => toast({ kind: 'error', text: errorText(error) }));
  };
  if (isReadOnly) {
    return <h1 className={classes.name}>{scene.name}</h1>;
  }
  return (
    <h1 className={classes.name}>
      <input
        aria-label={t('editor.name')}
        title={t('editor.rename')}
        className={classes.nameInput}
        maxLength={200}
        autoComplete="off"
        value={text ?? scene.name}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' || event.key === 'Escape') {
            isReverted.current = event.key === 'Escape';
            event.currentTarget.blur();
          }
        }}
      />
    </h1>
  );
}
