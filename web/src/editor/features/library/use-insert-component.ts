import { ApiError } from '../../../api/api-error.ts';
import { useApi } from '../../../api/provider.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../../hooks/use-library-translations.ts';
import type { LibraryItem } from '../../../library/use-library.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import type { ScreenPoint } from '../../managers/camera.ts';
import { insertComponent } from '../components/model/library-components.ts';
import { readVersion } from '../components/use-component-library.ts';

/** Fetches the newest version of a component and places an instance of it; `at` is null for the middle of the view. */
export function useInsertComponent(): (item: LibraryItem, at: ScreenPoint | null) => Promise<void> {
  const editor = useEditor();
  const { client } = useApi();
  const { t } = useLibraryTranslations();
  const toast = useToast();
  const showError = useErrorToast();
  return async ({ uuid, version }, at) => {
    try {
      const read = await readVersion(client, { item: uuid, version: version?.number ?? 1 });
      const outcome = insertComponent(editor, read, at);
      if (outcome !== 'done') {
        toast({ kind: 'warning', text: t(`library.drawer.${outcome}`) });
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        toast({ kind: 'warning', text: t('library.drawer.gone') });
      } else {
        showError(error);
      }
    }
  };
}
