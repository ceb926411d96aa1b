import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Composer } from './composer.tsx';
import type { CommentDraft } from './model/commenting.ts';
import { PlacedCard } from './placed-card.tsx';

/** Card of the comment that is being written, at its anchor. */
export function DraftCard({ draft }: { draft: CommentDraft }) {
  const { comments, editor } = useEditorSession();
  const { commenting } = editor;
  const { t } = useTranslations('comments');
  const text = useSignalValue(commenting.text);
  return (
    <PlacedCard label={t('comments.new')} anchor={draft.anchor} isPinned>
      {draft.anchor === null && (
        <p className="px-3 py-2 m-0 text-(--text-2) text-12">{t('comments.place.whole')}</p>
      )}
      <Composer
        label={t('comments.write')}
        placeholder={t('comments.write.placeholder')}
        submit={t('comments.send')}
        text={text}
        onChange={(value) => {
          commenting.text.value = value;
        }}
        onCancel={() => commenting.finish()}
        onEscape={() => commenting.close()}
        onSend={async (said) => {
          const picture = await draft.picture;
          const { anchor } = draft;
          const { uuid } = await comments.say({ ...said, anchor, picture, parent: null });
          commenting.finish();
          commenting.show(uuid, { isLeading: false });
        }}
      />
    </PlacedCard>
  );
}
