import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createNetworks,
  parseNetworks,
} from '../../../../templates/src/runtime/events/webhooks/networks.ts';
import { faultOf } from '../../../../templates/src/runtime/events/webhooks/receiver-address.ts';

const refused = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];
const open = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
];

describe('networks that webhooks may reach', () => {
  const networks = createNetworks();

  test('are those of everybody', () => {
    for (const address of open) assert.equal(networks.classify(address), 'public', address);
    for (const address of refused) assert.equal(networks.classify(address), 'refused', address);
    for (const text of ['localhost', '1.2.3', '']) assert.equal(networks.classify(text), 'refused');
  });

  test('are also those that the operator permits, and only those', () => {
    const own = createNetworks(parseNetworks(' 127.0.0.0/8, 10.1.0.0/16 ,fd00:1::/32,'));
    for (const address of ['127.0.0.1', '10.1.255.1', 'fd00:1::5', '::ffff:127.0.0.1']) {
      assert.equal(own.classify(address), 'permitted', address);
    }
    for (const address of ['10.2.0.1', 'fd00:2::5', '169.254.169.254', '::1']) {
      assert.equal(own.classify(address), 'refused', address);
    }
    assert.equal(own.classify('8.8.8.8'), 'public');
  });

  test('are told apart from what is no network', () => {
    for (const text of [
      '127.0.0.1',
      '10.0.0.0/33',
      'fd00::/129',
      'localhost/8',
      '*',
      '10.0.0.0/-1',
    ]) {
      assert.throws(() => createNetworks(parseNetworks(text)), /is no network/, text);
    }
  });
});

describe('addresses of receivers', () => {
  const networks = createNetworks();

  test('are refused in every form that names such a network', () => {
    const hosts = [
      ...refused.map((address) => (address.includes(':') ? `[${address}]` : address)),
      '0x7f.1',
      '0x7f000001',
      '2130706433',
      '017700000001',
      '127.1',
      '0',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:7f00:1]',
    ];
    for (const host of hosts) {
      assert.equal(faultOf(`https://${host}/hook`, networks), 'network', host);
    }
  });

  test('have https, no credentials and no fragment', () => {
    assert.equal(faultOf('https://hooks.example/a?b=c', networks), undefined);
    assert.equal(faultOf('https://8.8.8.8:8443/', networks), undefined);
    for (const url of ['http://hooks.example/', 'ftp://hooks.example/', 'file:///etc/passwd']) {
      assert.match(String(faultOf(url, networks)), /scheme|form/, url);
    }
    assert.equal(faultOf('https://a:b@hooks.example/', networks), 'credentials');
    assert.equal(faultOf('https://a@hooks.example/', networks), 'credentials');
    assert.equal(faultOf('https://hooks.example/#x', networks), 'form');
    assert.equal(faultOf('/hook', networks), 'form');
  });

  test('have http where the operator permits the network', () => {
    const own = createNetworks(['127.0.0.0/8']);
    assert.equal(faultOf('http://127.0.0.1:8080/', own), undefined);
    assert.equal(faultOf('http://0x7f.1/', own), undefined);
    // What the name stands for is checked when it is resolved.
    assert.equal(faultOf('http://hooks.example/', own), undefined);
    assert.equal(faultOf('http://8.8.8.8/', own), 'scheme');
    assert.equal(faultOf('https://10.0.0.1/', own), 'network');
  });
});
