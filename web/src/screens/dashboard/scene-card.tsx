import { Box, EllipsisVertical } from 'lucide-react';
import { type DragEvent, type MouseEvent, memo, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useGet } from '../../api/hooks.ts';
import { serverNow } from '../../api/server-time.ts';
import { AvatarStack } from '../../components/avatar/avatar.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { useDates } from '../../hooks/use-dates.ts';
import { useIsOnline } from '../../hooks/use-is-online.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { isOver } from '../publish/expiry.ts';
import { isActive } from '../publish/publish-state.ts';
import classes from './scene-card.module.css';
import { SceneCheckbox } from './scene-checkbox.tsx';
import { isManaged, type SceneItem } from './scene-item.ts';
import { SceneTags } from './scene-tags.tsx';

/** Delay of the fetch, so that a pointer that crosses a card fetches nothing. */
const REST_MS = 200;

const FRAME_MS = 140;

/** While an output is being made it is asked for this often, in case the live stream is away. */
const POLL_MS = 3_000;

export type { SceneItem };

/** Handlers of the list for its cards; the same object for all cards and renders. */
export type CardHandlers = {
  /** Toggles the selection of the scene; with the shift key, of a range from the last one. */
  onToggle: (scene: SceneItem, isRange: boolean) => void;
  itemsOf: (scene: SceneItem) => MenuItem[];
  onDragStart: (scene: SceneItem, event: DragEvent) => void;
  onDragEnd: () => void;
};

/** A scene with its picture, name, state and menu; a click opens it, or toggles it while others are selected. */
export const SceneCard = memo(function SceneCard({
  scene,
  look,
  project,
  isSelected,
  isSelecting,
  handlers,
}: {
  scene: SceneItem;
  look: 'row' | 'column';
  /** Name of its project, if it is in the current workspace; shown in a row. */
  project: string | null;
  isSelected: boolean;
  /** Whether any scene of the list is selected. */
  isSelecting: boolean;
  handlers: CardHandlers;
}) {
  const t = useT();
  const path = usePath();
  const [isHovered, setIsHovered] = useState(false);
  const name = scene.name ?? t('scene.untitled');
  const people = scene.session?.people ?? [];
  const handleClick = (event: MouseEvent) => {
    // With a modifier key the browser opens the link in a new tab, unless scenes are being selected.
    if (isSelecting || event.shiftKey) {
      event.preventDefault();
      handlers.onToggle(scene, event.shiftKey);
    }
  };
  return (
    <li
      className={classNames(classes.card, look === 'column' && classes.line)}
      data-selected={isSelected || undefined}
      data-selecting={isSelecting || undefined}
      draggable={isManaged(scene)}
      onDragStart={(event) => handlers.onDragStart(scene, event)}
      onDragEnd={handlers.onDragEnd}
      onPointerEnter={(event) => setIsHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setIsHovered(false)}
    >
      <div className={classes.picture}>
        {scene.thumbnail ? (
          <img src={scene.thumbnail} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          <span className="absolute inset-0 grid text-(--text-3) place-items-center">
            <Box size={look === 'row' ? 40 : 20} strokeWidth={1} aria-hidden="true" />
          </span>
        )}
        {isHovered && look === 'row' && scene.publishedRevision !== null && (
          <Turntable sceneId={scene.uuid} />
        )}
        {people.length > 0 && look === 'row' && <People people={people} />}
      </div>
      <SceneCheckbox
        name={name}
        isChecked={isSelected}
        onToggle={(isRange) => handlers.onToggle(scene, isRange)}
      />
      <div className={classes.words}>
        <div className={classes.text}>
          <div className={classes.title}>
            <Link
              to={path(`builder/${scene.uuid}`)}
              className={classes.name}
              title={name}
              onClick={handleClick}
            >
              {name}
            </Link>
            {people.length > 0 && look === 'column' && <People people={people} />}
          </div>
          {look === 'column' && (
            <>
              <span className={classes.project} title={project ?? undefined}>
                {project}
              </span>
              <span className={classes.owner}>{scene.createdBy?.name}</span>
            </>
          )}
          <SceneMeta scene={scene} hasAuthor={look === 'row'} />
          <SceneTags names={scene.tags ?? []} />
        </div>
        <CardMenu name={name} itemsOf={() => handlers.itemsOf(scene)} />
      </div>
    </li>
  );
});

/** Menu of one scene. */
export function CardMenu({ name, itemsOf }: { name: string; itemsOf: () => MenuItem[] }) {
  const t = useT();
  const label = t('scene.actions', { name });
  return (
    <Dropdown
      className="relative z-1 inline-flex"
      label={label}
      items={itemsOf}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          label={label}
          icon={<EllipsisVertical size={16} aria-hidden="true" />}
        />
      )}
    />
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

function SceneMeta({ scene, hasAuthor }: { scene: SceneItem; hasAuthor: boolean }) {
  const t = useT();
  const dates = useDates();
  const { updatedAt } = scene;
  return (
    <div className={classes.meta}>
      <SceneBadge scene={scene} />
      {updatedAt !== undefined && (
        <time className="whitespace-nowrap" dateTime={updatedAt} title={dates.dateTime(updatedAt)}>
          {dates.relative(updatedAt)}
        </time>
      )}
      {hasAuthor && scene.ownedByCurrentUser === false && scene.createdBy && (
        <span className="min-w-0 truncate">{t('scene.by', { name: scene.createdBy.name })}</span>
      )}
    </div>
  );
}

function SceneBadge({ scene }: { scene: SceneItem }) {
  const t = useT();
  if (scene.status !== 'published' || scene.privacy === 'private') {
    return <Badge>{t('scene.status.draft')}</Badge>;
  }
  if (isOver(scene.sharing?.expiresAt ?? null, serverNow())) {
    return <Badge kind="error">{t('scene.status.expired')}</Badge>;
  }
  if (scene.publishedRevision === null) {
    return <PublishingBadge sceneId={scene.uuid} />;
  }
  return scene.inSyncWithScene === false ? (
    <Badge kind="warning">{t('scene.status.changed')}</Badge>
  ) : (
    <Badge kind="success">{t('scene.status.published')}</Badge>
  );
}

/** Progress of a scene whose public page does not open yet. */
function PublishingBadge({ sceneId }: { sceneId: string }) {
  const t = useT();
  const { data: output, error } = useGet(
    'getOutput',
    { params: { id: sceneId } },
    {
      refreshInterval: (latest) => (latest && isActive(latest) ? POLL_MS : 0),
      shouldRetryOnError: (problem) => problem.status !== 404,
    },
  );
  if (output?.status === 'failed') {
    return <Badge kind="error">{t('scene.status.failed')}</Badge>;
  }
  if (error?.status === 404 || output?.status === 'superseded') {
    return <Badge>{t('scene.status.unpublished')}</Badge>;
  }
  const text =
    output?.status === 'running' && output.step > 0
      ? t('scene.status.publishing.step', { step: output.step, steps: output.steps })
      : t('scene.status.publishing');
  return <Badge kind="info">{text}</Badge>;
}

/** Rotating preview of a published scene while mounted; empty if the output has no turntable, or on failure. */
function Turntable({ sceneId }: { sceneId: string }) {
  const [hasRested, setHasRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isOnline = useIsOnline();
  const { data } = useGet(
    'getOutput',
    hasRested && !isStill && isOnline ? { params: { id: sceneId } } : null,
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  );
  const frames = useLoadedFrames(data?.carousel ?? []);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (frames.length === 0) {
      return;
    }
    const timer = setInterval(() => setIndex((before) => before + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, [frames]);
  const frame = frames[index % frames.length];
  return frame === undefined ? null : (
    <img className="absolute inset-0" src={frame} alt="" draggable={false} data-turntable />
  );
}

/** Frames once all of them have loaded, so that none flickers; empty until then. */
function useLoadedFrames(urls: readonly string[]): readonly string[] {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const key = urls.join(' ');
  useEffect(() => {
    let isWanted = true;
    const all = key === '' ? [] : key.split(' ');
    Promise.all(
      all.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
      }),
    ).then(
      () => {
        if (isWanted) {
          setLoaded(all);
        }
      },
      // A failed frame leaves the still picture.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return loaded;
}
