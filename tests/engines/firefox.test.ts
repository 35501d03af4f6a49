import { openFirefox } from './firefox.ts';
import { testJourneys } from './journeys.ts';

testJourneys('Firefox', openFirefox);
