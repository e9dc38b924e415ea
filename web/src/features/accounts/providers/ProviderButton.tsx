/** The button of a provider. It is our own, because the provider's script is loaded only when it is pressed. */
import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/Button.tsx';
import type { Provider } from './providerErrors.ts';

const logos: Record<Provider, ReactNode> = {
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

interface ProviderButtonProps {
  provider: Provider;
  isPending: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function ProviderButton({ provider, isPending, onPress, children }: ProviderButtonProps) {
  return (
    <Button look="secondary" isPending={isPending} onClick={onPress}>
      <svg viewBox="0 0 24 24" width="1.25rem" height="1.25rem" aria-hidden="true">
        {logos[provider]}
      </svg>
      {children}
    </Button>
  );
}
