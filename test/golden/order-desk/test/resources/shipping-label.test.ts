import { testResource } from '../runtime/support/resource.ts';
import { shippingLabelSample } from './shipping-label.sample.ts';

testResource('shipping labels', shippingLabelSample);
