import type { Version } from '@diorama/shared/contract/versions.ts';
import { useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { Confirm } from '../../../components/modal/modal.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';

/** Restores a version as the newest state, with edit permission. */
export function Restore({ version, onRestored }: { version: Version; onRestored: () => void }) {
  const { editor } = useEditorSession();
  const { t } = useTranslations('versions');
  const dates = useDates();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, submit } = useSubmit(async () => {
    const name = version.name ?? dates.dateTime(version.createdAt);
    await editor.history.adopt({ did: 'restored', count: 1, name }, async () => {
      const { edit } = await client.call('restoreVersion', { params: { id: version.uuid } });
      return edit;
    });
    toast({ kind: 'success', text: t('versions.restored') });
    onRestored();
  }, showError);
  if (isReadOnly) {
    return null;
  }
  return (
    <div className="grid p-3 border-t border-(--hairline)">
      <NetworkButton variant="primary" isLoading={isBusy} onClick={() => setIsAsking(true)}>
        {t('versions.restore')}
      </NetworkButton>
      {isAsking && (
        <Confirm
          title={t('versions.restore.title')}
          text={t('versions.restore.text')}
          confirmLabel={t('versions.restore')}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
