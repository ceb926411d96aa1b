import type { LucideIcon } from 'lucide-react';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';

/** Full-page message for missing content, with a link to the home page. */
export function HomeState({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  const t = useT();
  const path = usePath();
  useTitle(title);
  return (
    <EmptyState
      heading="h1"
      picture={<Icon size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={title}
      text={text}
      action={
        <ButtonLink to={path('home')} variant="primary">
          {t('notFound.home')}
        </ButtonLink>
      }
    />
  );
}
