import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useTitle } from '../../hooks/use-title.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { BulkButton, BulkFrame } from '../dashboard/bulk-bar.tsx';
import classes from '../dashboard/dashboard.module.css';
import { useListPort, useOrganise } from '../dashboard/organise/organise-context.tsx';
import { useRecount } from '../dashboard/organise/use-live-counts.ts';
import type { SceneItem } from '../dashboard/scene-item.ts';
import { SceneListSkeleton } from '../dashboard/scene-list-skeleton.tsx';
import { useSelection } from '../dashboard/use-selection.ts';
import { TrashCard } from './trash-card.tsx';

/** Permanent deletion that waits for confirmation. */
type Question = { kind: 'some'; scenes: readonly SceneItem[] } | { kind: 'all' };

/** Scenes deleted in the last thirty days, to restore or delete permanently. */
export function TrashScreen() {
  const say = useT();
  const { t } = useTranslations('trash');
  useTitle(say('nav.trash'));
  const { actions } = useOrganise();
  const account = useWorkspace();
  const list = useList(
    'listCompositions',
    { query: { trashed: 'true', ...(account && { 'account.uuid': account.uuid }) } },
    // A newly trashed scene is in no cached list that the event could update.
    { isOldAfter: ({ topic, event }) => topic === 'composition' && event?.type === 'deleted' },
  );
  useListPort(list);
  const scenes = list.members?.filter(({ deletedAt }) => deletedAt);
  const [question, setQuestion] = useState<Question | null>(null);
  const order = (scenes ?? []).map(({ uuid }) => uuid);
  const selection = useSelection(order, () => setQuestion({ kind: 'some', scenes: chosen }));
  const chosen = (scenes ?? []).filter(({ uuid }) => selection.ids.has(uuid));
  const hasScenes = scenes !== undefined && scenes.length > 0;
  return (
    <div className={classes.content}>
      <div className={classes.createBar} data-plain>
        <div className={classes.heading}>
          <h1 className={classes.title}>{say('nav.trash')}</h1>
        </div>
        {hasScenes && (
          <span className={classes.count}>{say('dashboard.count', { count: list.totalItems })}</span>
        )}
        <div className={classes.spacer} />
        {hasScenes && <Button onClick={() => setQuestion({ kind: 'all' })}>{t('trash.empty')}</Button>}
      </div>
      <p className={classes.lead}>{t('trash.text')}</p>
      {scenes === undefined && (
        <Pending
          of={list}
          title={say('dashboard.error.title')}
          placeholder={<SceneListSkeleton look="row" />}
        />
      )}
      {scenes?.length === 0 && !list.hasMore && (
        <EmptyState
          picture={<Trash2 size={48} strokeWidth={1} aria-hidden="true" />}
          title={t('trash.none.title')}
          text={t('trash.none.text')}
        />
      )}
      {hasScenes && (
        <ul className={classes.row}>
          {scenes.map((scene) => (
            <TrashCard
              key={scene.uuid}
              scene={scene}
              isSelected={selection.ids.has(scene.uuid)}
              isSelecting={selection.ids.size > 0}
              onToggle={(isRange) => selection.toggle(scene.uuid, isRange)}
              onRestore={() => actions.restore([scene])}
              onErase={() => setQuestion({ kind: 'some', scenes: [scene] })}
            />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore list={list} />}
      {chosen.length > 0 && (
        <BulkFrame
          count={chosen.length}
          onSelectAll={chosen.length < order.length ? selection.selectAll : null}
          onClear={selection.clear}
        >
          <BulkButton
            label={t('trash.restore')}
            icon={<RotateCcw size={16} aria-hidden="true" />}
            onPress={() => actions.restore(chosen)}
          />
          <BulkButton
            label={t('trash.erase')}
            icon={<Trash2 size={16} aria-hidden="true" />}
            onPress={() => setQuestion({ kind: 'some', scenes: chosen })}
          />
        </BulkFrame>
      )}
      {question && (
        <EraseQuestion question={question} onErased={list.reload} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}

function EraseQuestion({
  question,
  onErased,
  onClose,
}: {
  question: Question;
  onErased: () => void;
  onClose: () => void;
}) {
  const say = useT();
  const { t } = useTranslations('trash');
  const toast = useToast();
  const showError = useErrorToast();
  const { client } = useApi();
  const { actions } = useOrganise();
  const recount = useRecount();
  const account = useWorkspace();
  const emptyTrash = async () => {
    try {
      await client.call('emptyTrash', { query: { ...(account && { 'account.uuid': account.uuid }) } });
      toast({ kind: 'success', text: t('trash.emptied') });
    } catch (error) {
      showError(error);
    }
    onErased();
    recount();
  };
  const [first] = question.kind === 'some' ? question.scenes : [];
  const isOne = question.kind === 'some' && question.scenes.length === 1;
  const title = (() => {
    if (question.kind === 'all') {
      return t('trash.empty.title');
    }
    return isOne
      ? t('trash.erase.one', { name: first?.name ?? say('scene.untitled') })
      : t('trash.erase.many', { count: question.scenes.length });
  })();
  return (
    <Confirm
      title={title}
      text={t('trash.erase.text')}
      confirmLabel={question.kind === 'all' ? t('trash.empty') : t('trash.erase')}
      isDangerous
      onConfirm={() => {
        if (question.kind === 'some') {
          actions.erase(question.scenes);
        } else {
          emptyTrash();
        }
      }}
      onClose={onClose}
    />
  );
}
