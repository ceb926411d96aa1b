import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useSWRConfig } from 'swr';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import classes from './floating-bar.module.css';

/** The name of the scene, changed where it stands. */
export function SceneName({ scene }: { scene: Composition }) {
  const { client } = useApi();
  const { mutate } = useSWRConfig();
  const { t } = useWords();
  const toast = useToast();
  const errorText = useErrorText();
  const isReadOnly = useStore(useEditor().isReadOnly);
  const draft = useDraft({
    shown: scene.name,
    onTake: (text) => {
      const name = text.trim();
      if (name === '' || name === scene.name) {
        return;
      }
      const params = { id: scene.uuid };
      mutate(
        urlOf('getComposition', { params }),
        client.call('patchComposition', { params, body: { name } }),
        {
          optimisticData: { ...scene, name },
          revalidate: false,
        },
      ).catch((error: unknown) => toast({ kind: 'error', text: errorText(error) }));
    },
  });
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
        {...draft.props}
      />
    </h1>
  );
}
