/** `/dev/kit`, in development only: every piece of the kit on one page. */

import { Mark } from '../ui/Brand.tsx';
import { Page } from '../ui/Page.tsx';
import { iconConditions, WeatherIcon } from '../ui/weatherIcons/WeatherIcon.tsx';

export default function Kit() {
  return (
    <Page title="Kit">
      <Mark size={8} />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.5rem' }}>
        {iconConditions.flatMap((condition) =>
          [true, false].map((isDay) => (
            <figure
              key={`${condition}-${isDay}`}
              style={{ width: '6rem', fontSize: '0.6rem', textAlign: 'center' }}
            >
              <WeatherIcon condition={condition} isDay={isDay} size={4.5} />
              {condition}
            </figure>
          )),
        )}
      </div>
    </Page>
  );
}
