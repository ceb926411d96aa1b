import { useLocation, useNavigate } from 'react-router';
import { useMarketingUrl } from '../../hooks/use-external-pages.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useUser } from '../../hooks/use-user.ts';

/**
 * Exit of the payment pages: to the page where the payment began, or to the scenes.
 * Without a session it leads to the site of the installation, or to login.
 */
export function usePaymentExit(): {
  address: string;
  /** Whether the address is outside the application. */
  isOutside: boolean;
  leave: () => void;
} {
  const path = usePath();
  const navigate = useNavigate();
  const { state } = useLocation();
  const user = useUser();
  const marketing = useMarketingUrl();
  const site = user === null ? marketing : null;
  const address = site ?? path(user === null ? 'login' : (cameFrom(state) ?? 'scenes'));
  return {
    address,
    isOutside: site !== null,
    leave: () => {
      if (site === null) {
        navigate(address);
      } else {
        window.location.assign(site);
      }
    },
  };
}

function cameFrom(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : null;
  return typeof from === 'string' ? from : null;
}
