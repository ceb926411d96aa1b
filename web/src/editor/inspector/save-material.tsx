import type { Material } from '@diorama/shared/scene/document.ts';
import { BookmarkPlus } from 'lucide-react';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';

/** Saves a material to the library of the scene's workspace, for other scenes. */
export function SaveMaterial({ material, name }: { material: Material; name: string }) {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const { account } = useEditorSession();
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('createLibraryItem', {
      params: { shelf: 'materials' },
      body: { name: name.slice(0, 120), material, account },
    });
    toast({ kind: 'success', text: t('library.saved', { name }) });
  }, showError);
  return (
    <NetworkButton
      size="small"
      icon={<BookmarkPlus size={14} aria-hidden="true" />}
      isLoading={isBusy}
      onClick={submit}
    >
      {t('library.save')}
    </NetworkButton>
  );
}
