import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useSWRConfig } from 'swr';
import { useApi } from '../../api/provider.tsx';
import { urlOf } from '../../api/url.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { NotedField } from '../inspector/field-note.tsx';
import { MAX_NAME, useNameDraft } from '../inspector/use-name-draft.ts';
import classes from './floating-bar.module.css';

/** Name of the scene, edited in place. */
export function SceneName({ scene }: { scene: Composition }) {
  const { client } = useApi();
  const { mutate } = useSWRConfig();
  const { t } = useFirstTranslations();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(useEditor().isReadOnly);
  const { note, props } = useNameDraft({
    name: scene.name,
    onTake: (name) => {
      mutate(
        urlOf('getComposition', { params: { id: scene.uuid } }),
        client.call('patchComposition', { params: { id: scene.uuid }, body: { name } }),
        {
          optimisticData: { ...scene, name },
          revalidate: false,
        },
      ).catch((error: unknown) => {
        showError(error);
      });
    },
  });
  if (isReadOnly) {
    return <h1 className="min-w-0 text-14 truncate">{scene.name}</h1>;
  }
  return (
    <h1 className="min-w-0 text-14 truncate">
      <NotedField note={note}>
        <input
          aria-label={t('editor.name')}
          dir="auto"
          title={t('editor.rename')}
          className={classes.nameInput}
          maxLength={MAX_NAME}
          autoComplete="off"
          {...note.props}
          {...props}
        />
      </NotedField>
    </h1>
  );
}
