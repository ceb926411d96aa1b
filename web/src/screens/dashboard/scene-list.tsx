import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react';
import type { PagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button/button.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useT } from '../../hooks/use-language.tsx';
import type { PublishDialog } from '../publish/publish-dialog.tsx';
import classes from './dashboard.module.css';
import { RenameSceneDialog } from './rename-scene-dialog.tsx';
import card from './scene-card.module.css';
import { SceneCard, type SceneItem } from './scene-card.tsx';
import { useDeleteScene } from './use-delete-scene.ts';

const LazyPublishDialog = lazyComponent<ComponentProps<typeof PublishDialog>>(
  async () => (await import('../publish/publish-dialog.tsx')).PublishDialog,
);

/** How a list is drawn: `row` as cards beside each other, `column` as lines below each other. */
export type GridStyle = 'row' | 'column';

/** The scenes of a list, with what their menus do; more come as the end is reached. */
export function SceneList({ list, look }: { list: PagedList<SceneItem>; look: GridStyle }) {
  const [renaming, setRenaming] = useState<SceneItem | null>(null);
  const [publishing, setPublishing] = useState<SceneItem | null>(null);
  const remove = useDeleteScene(list);
  const actions = { onRename: setRenaming, onPublish: setPublishing, onDelete: remove };
  return (
    <>
      <ul className={classes[look]}>
        {list.members?.map((scene) => (
          <SceneCard key={scene.uuid} scene={scene} look={look} actions={actions} />
        ))}
      </ul>
      {list.hasMore && <More list={list} />}
      {renaming && (
        <RenameSceneDialog
          scene={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={(name) =>
            list.change((members) =>
              members.map((scene) => (scene.uuid === renaming.uuid ? { ...scene, name } : scene)),
            )
          }
        />
      )}
      {publishing && (
        <Suspense fallback={null}>
          <LazyPublishDialog sceneId={publishing.uuid} onClose={() => setPublishing(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Stands where the scenes will be. */
export function SceneListSkeleton({ look }: { look: GridStyle }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={classes[look]}>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
          <div key={index} className={`${card.card} ${look === 'column' ? card.line : ''}`}>
            <div className={card.picture}>
              <Skeleton height="100%" />
            </div>
            <div className={card.words}>
              <div className={card.text}>
                <Skeleton width="60%" height="1.25rem" />
                {look === 'row' && <Skeleton width="40%" height="1.25rem" style={{ marginTop: 2 }} />}
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Loads the next page when it comes near, and by a press for those who do not scroll. */
function More({ list }: { list: PagedList<SceneItem> }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const { loadMore, isLoadingMore } = list;
  useEffect(() => {
    if (place.current === null || isLoadingMore) {
      return;
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          loadMore();
        }
      },
      { rootMargin: '600px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loadMore, isLoadingMore]);
  return (
    <div ref={place} className={classes.more}>
      <Button isLoading={isLoadingMore} onClick={loadMore}>
        {t('common.loadMore')}
      </Button>
    </div>
  );
}
