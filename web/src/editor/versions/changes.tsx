import type { SceneDiff } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { CopyPlus } from 'lucide-react';
import { IconButton } from '../../components/button/icon-button.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useVersionWords } from '../../hooks/use-version-words.ts';
import { copyFromPast } from '../commands/past.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import classes from './versions.module.css';

/** More than these are not listed, only counted. */
const MOST = 200;

/** What differs between a state of then and now; what was there then can be copied back. */
export function Changes({ diff, then, now }: { diff: SceneDiff; then: SceneDocument; now: SceneDocument }) {
  const { t } = useVersionWords();
  const { added, removed, changed, isSceneChanged } = diff;
  const parts = [
    { kind: 'added', nodes: added.map((id) => ({ id, note: '' })), of: now, isOfThen: false },
    { kind: 'removed', nodes: removed.map((id) => ({ id, note: '' })), of: then, isOfThen: true },
    {
      kind: 'changed',
      nodes: changed.map(({ id, what }) => ({
        id,
        note: what.map((one) => t(`versions.what.${one}`)).join(', '),
      })),
      of: then,
      isOfThen: true,
    },
  ] as const;
  const isSame = !isSceneChanged && parts.every(({ nodes }) => nodes.length === 0);
  return (
    <section className={classes.changes} aria-label={t('versions.changes')}>
      <h3 className={classes.head}>{t('versions.changes')}</h3>
      {isSame && <p className={classes.note}>{t('versions.changes.none')}</p>}
      {isSceneChanged && <p className={classes.note}>{t('versions.scene')}</p>}
      {parts
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ kind, nodes, of, isOfThen }) => (
          <div key={kind}>
            <h4 className={classes.kind} data-kind={kind}>
              {t(`versions.${kind}`, { count: nodes.length })}
            </h4>
            <ul className={classes.nodes}>
              {nodes.slice(0, MOST).map(({ id, note }) => (
                <ChangedNode
                  key={id}
                  id={id}
                  note={note}
                  name={of.nodes[id]?.name || t('versions.unnamed')}
                  past={isOfThen ? then : null}
                />
              ))}
            </ul>
            {nodes.length > MOST && <p className={classes.note}>{t('versions.most', { count: MOST })}</p>}
          </div>
        ))}
    </section>
  );
}

function ChangedNode(props: { id: string; name: string; note: string; past: SceneDocument | null }) {
  const { id, name, note, past } = props;
  const editor = useEditor();
  const { t } = useVersionWords();
  const toast = useToast();
  const isReadOnly = useStore(editor.isReadOnly);
  return (
    <li className={classes.node}>
      <span className={classes.nodeName}>{name}</span>
      {note !== '' && <span className={classes.when}>{note}</span>}
      {past && !isReadOnly && (
        <IconButton
          size="small"
          tip="end"
          label={t('versions.copy', { name })}
          icon={<CopyPlus size={16} aria-hidden="true" />}
          onClick={() => {
            if (copyFromPast(editor, past, id)) {
              toast({ kind: 'success', text: t('versions.copied', { name }) });
            }
          }}
        />
      )}
    </li>
  );
}
