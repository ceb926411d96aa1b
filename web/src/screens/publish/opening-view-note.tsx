import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { useTranslations } from '../../hooks/use-translations.ts';
import type { Share } from './share-modal.tsx';

/** Offers to fit the opening view where the content has outgrown it. */
export function OpeningViewNote({
  share: { openingView, scene },
}: {
  share: Pick<Share, 'openingView' | 'scene'>;
}) {
  const { t } = useTranslations('sharing');
  // Measured once, as the dialog covers the scene.
  const [isOutgrown, setIsOutgrown] = useState(
    () => openingView?.isOutgrown(scene.publishedRevision !== null) ?? false,
  );
  if (!isOutgrown) {
    return null;
  }
  return (
    <Alert kind="warning">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {t('openingView.outgrown')}
        <Button
          size="small"
          onClick={() => {
            openingView?.fit();
            setIsOutgrown(false);
          }}
        >
          {t('openingView.fit')}
        </Button>
      </div>
    </Alert>
  );
}
