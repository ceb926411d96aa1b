import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';

const OVERFLOWN = 'security.account.overflown_storage';

/**
 * Explains why the scene is read-only: no edit permission, or content that this release does not know. A user
 * with edit permission works in a workspace above its plan limits; the usual dialog explains that case.
 */
export function ReadOnlyBadge({ scene }: { scene: Composition }) {
  const editor = useEditor();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isOfNewer = useSignalValue(editor.isOfNewer);
  const { t } = useFirstTranslations();
  const say = useT();
  const { client } = useApi();
  if (!isReadOnly) {
    return null;
  }
  if (scene.permission === 'view') {
    return (
      <span {...tooltip(t('editor.readOnly.text'))}>
        <Badge kind="warning">{t('editor.readOnly')}</Badge>
      </span>
    );
  }
  if (isOfNewer) {
    return (
      <button
        {...tooltip(t('editor.newer.text'))}
        type="button"
        className="inline-flex min-h-(--button-small) items-center rounded-round"
        onClick={() => window.location.reload()}
      >
        <Badge kind="warning">{t('editor.newer')}</Badge>
      </button>
    );
  }
  return (
    <button
      {...tooltip(t('editor.overflown.text'))}
      type="button"
      className="inline-flex min-h-(--button-small) items-center rounded-round"
      onClick={() => client.tell(new ApiError({ status: 403, code: OVERFLOWN }), scene.uuid)}
    >
      <Badge kind="warning">{say(`error.${OVERFLOWN}`)}</Badge>
    </button>
  );
}
