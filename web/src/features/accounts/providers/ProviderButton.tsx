/** The button of a provider. It is our own, because the provider's script is loaded only when it is pressed. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { configQuery } from '../../../api/config.ts';
import type { components } from '../../../api/schema.d.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import type { Provider, ScriptProvider } from './providerErrors.ts';

const logos: Record<ScriptProvider, ReactNode> = {
  google: (
    <path
      d="M20 12h-7.6M20 12a8 8 0 1 1-2.6-5.9"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.8"
    />
  ),
  apple: (
    <path
      d="M12.2 7.6c1-.1 2.300-1.200 4-1 1.300.1 2.500.7 3.200 1.800-2.800 1.700-2.300 5.500.6 6.600-.7 1.900-2.200 4.900-4.100 4.900-1.300 0-1.700-.8-3.300-.8s-2.100.8-3.300.8c-2.200 0-5.200-4.900-4.900-8.600.2-2.900 2.100-4.700 4.400-4.700 1.500 0 2.500 1 3.400 1zM12.300 6c-.1-2 1.500-3.900 3.500-4 .2 2.100-1.600 4-3.500 4z"
      fill="currentColor"
    />
  ),
};

type Icon = components['schemas']['ProviderIcon'];

/** Drawn with one line, because the page loads nothing from the provider. */
const icons: Record<Icon, string> = {
  key: 'M10.500 13.500 20 4m-3.500 3.500 3 3M14 10l2 2M12 16a4 4 0 1 1-8 0 4 4 0 0 1 8 0',
  shield: 'M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6zM9 12l2 2 4-4',
  house: 'M4 11l8-7 8 7v9H4zM10 20v-6h4v6',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  people:
    'M12 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0M3 20c0-4 2-6 6-6s6 2 6 6M15 5a3 3 0 0 1 0 6M17 14c3 .5 4 2.500 4 6',
};

interface ProviderButtonProps {
  provider: Provider;
  isPending: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function ProviderButton({ provider, isPending, onPress, children }: ProviderButtonProps) {
  const { data } = useQuery(configQuery(useApi()));
  return (
    <Button look="secondary" isPending={isPending} onClick={onPress}>
      <svg viewBox="0 0 24 24" width="1.25rem" height="1.25rem" aria-hidden="true">
        {provider === 'oidc' ? (
          <path
            d={icons[data?.oidc?.icon ?? 'key']}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
          />
        ) : (
          logos[provider]
        )}
      </svg>
      {children}
    </Button>
  );
}
