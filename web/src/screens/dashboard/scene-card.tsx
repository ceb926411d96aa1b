import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { formatDateTime, formatRelative } from '@diorama/shared/i18n/format.ts';
import { Box } from 'lucide-react';
import { Link } from 'react-router';
import { AvatarStack } from '../../components/avatar/avatar.tsx';
import { classNames } from '../../components/class-names.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { useLanguage, useT } from '../../hooks/use-language.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { usePath } from '../../hooks/use-path.ts';
import classes from './scene-card.module.css';
import { SceneMenu, type SceneMenuActions } from './scene-menu.tsx';

export type SceneItem = ResultOf<'listCompositions'>['member'][number];

/** A scene with its picture, name, state and menu; the whole card opens it. */
export function SceneCard({
  scene,
  look,
  actions,
}: {
  scene: SceneItem;
  look: 'row' | 'column';
  actions: SceneMenuActions;
}) {
  const t = useT();
  const path = usePath();
  const name = scene.name ?? t('scene.untitled');
  const people = scene.session?.people ?? [];
  return (
    <li className={classNames(classes.card, look === 'column' && classes.line)}>
      <div className={classes.picture}>
        {scene.thumbnail ? (
          <img src={scene.thumbnail} alt="" loading="lazy" decoding="async" />
        ) : (
          <span className={classes.placeholder}>
            <Box size={look === 'row' ? 40 : 20} strokeWidth={1} aria-hidden="true" />
          </span>
        )}
        {people.length > 0 && look === 'row' && <People people={people} />}
      </div>
      <div className={classes.words}>
        <div className={classes.text}>
          <Link to={path(`builder/${scene.uuid}`)} className={classes.name} title={name}>
            {name}
          </Link>
          <SceneMeta scene={scene} />
        </div>
        {people.length > 0 && look === 'column' && <People people={people} />}
        <SceneMenu scene={scene} actions={actions} className={classes.menu} />
      </div>
    </li>
  );
}

function People({ people }: { people: NonNullable<SceneItem['session']>['people'] }) {
  const t = useT();
  const names = people.map((person) => person.name).join(', ');
  return (
    <span className={classes.people}>
      <AvatarStack people={people} label={t('scene.insideNow', { names })} />
    </span>
  );
}

function SceneMeta({ scene }: { scene: SceneItem }) {
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  const { updatedAt } = scene;
  return (
    <div className={classes.meta}>
      <SceneBadge scene={scene} />
      {updatedAt !== undefined && (
        <time className={classes.when} dateTime={updatedAt} title={formatDateTime(language, updatedAt)}>
          {formatRelative(language, updatedAt, now)}
        </time>
      )}
      {scene.ownedByCurrentUser === false && scene.createdBy && (
        <span className={classes.when}>{t('scene.by', { name: scene.createdBy.name })}</span>
      )}
    </div>
  );
}

function SceneBadge({ scene }: { scene: SceneItem }) {
  const t = useT();
  if (scene.status !== 'published' || scene.privacy === 'private') {
    return <Badge>{t('scene.status.draft')}</Badge>;
  }
  return scene.inSyncWithScene === false && scene.publishedRevision !== null ? (
    <Badge kind="warning">{t('scene.status.changed')}</Badge>
  ) : (
    <Badge kind="success">{t('scene.status.published')}</Badge>
  );
}
