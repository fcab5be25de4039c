// Writes the tables that JavaScriptTableTest checks against: what JavaScript itself makes of JSON texts.
//   node make.mjs json   > json.jsonl     [text, JSON.stringify(JSON.parse(text))]
//   node make.mjs skills > skills.jsonl   [text of skills, public key, signature as clients make it]
import crypto from 'node:crypto';

let seed = 20261116n;
const next = () => { // SplitMix64
  seed = (seed + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn;
  let z = seed;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn;
  return z ^ (z >> 31n);
};
const below = n => Number(next() % BigInt(n));
const bits = new DataView(new ArrayBuffer(8));

function numbers() {
  const list = ['0', '-0', '0.0', '-0.0', '0e5', '-0e-5', '0E+0', '1', '-1', '10', '1.0', '1.50', '100', '1e2', '1E2', '1e+2', '1e-2', '5e-324',
    '4.9e-324', '2e-324', '2.4703282292062327e-324', '2.4703282292062328e-324', '2.2250738585072011e-308', '2.2250738585072014e-308',
    '1.7976931348623157e308', '1.7976931348623158e308', '1.7976931348623159e308', '1e308', '1e309', '-1e309', '1e999', '-1e999', '1e-999', '-1e-999',
    '1e20', '1e21', '1e22', '-1e21', '123456789012345680000', '999999999999999999999', '1000000000000000000000', '12345678901234567890123',
    '9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '9223372036854775807', '9223372036854775808',
    '18446744073709551615', '18446744073709551616', '0.1', '0.2', '0.30000000000000004', '1e-5', '1e-6', '0.000001', '0.0000001', '1e-7', '1.5e-7',
    '123e-20', '0.00001234', '4.35', '4.349999999999999', '1700000000000', '1700000000000.5', '1.7e12', '2.5e+5', '25e-1', '0.5', '.5e1'.replace('.', '0.'),
    '1' + '0'.repeat(300), '1' + '0'.repeat(309), '0.' + '0'.repeat(300) + '1', '9'.repeat(390), '3.' + '1415926535'.repeat(30),
    '5708990770823839207320493820740630171355136', '179769313486231570000000000000000000000', '4503599627370496.5', '4503599627370497.5',
    '9007199254740992.5', '1.1e1', '1e1', '1e0', '1e-0', '123456.789e3', '33333333333333333333', '2e-3', '72057594037927945', '4611686018427387905'];
  for (let i = 0; i < 90; i++) {
    bits.setBigUint64(0, next());
    const d = bits.getFloat64(0);
    list.push(Number.isFinite(d) ? String(d) : '7');
  }
  for (let i = 0; i < 60; i++) {
    list.push(`${below(2) ? '-' : ''}${below(10)}.${next()}${below(2) ? 'e' : 'E'}${below(2) ? '-' : '+'}${below(330)}`);
  }
  for (let i = 0; i < 40; i++) list.push(`${below(2) ? '-' : ''}${1 + below(9)}${next()}${'0'.repeat(below(12))}`);
  return list;
}

function strings() {
  const list = [];
  for (let c = 0; c < 0xa1; c++) list.push(`"\\u${c.toString(16).padStart(4, '0')}"`);
  list.push('"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"/"', '"\\/"', '"\\u002F"', '"\\u00E9 \\u00e9 é"', '"\\u2028\\u2029\u2028\u2029"', '"\\uFEFF\uFEFF"', '"\\uffff\\ufffe"',
    '"\\uD83D\\uDE00"', '"😀"', '"\\ud83d"', '"\\ude00"', '"\\ude00\\ud83d"', '"\\ud83d\\ud83d\\ude00"', '"\\ud83dx\\ude00"', '"a\\ud800"', '"\\udbff\\udfff"',
    '"\\uDBFF\\uDC00\\uDC00"', '"\\uD7FF\\uE000"', '"\\u0000\\u0001"', '"\\u007f\\u0080\\u009f"', '""', '" "', '"中文"', '"\\u4e2d"', '"👩‍👩‍👧"', '"<script>&\'"',
    '"__proto__"', '"\\u005c\\u0022"');
  for (let i = 0; i < 40; i++) {
    let s = '';
    for (let n = below(12); n >= 0; n--) s += '\\u' + [below(0x80), 0xd800 + below(0x800), below(0x10000), 0x20 + below(0x5f)][below(4)].toString(16).padStart(4, '0');
    list.push(`"${s}"`);
  }
  return list;
}

function objects() {
  const list = ['{}', '[]', '[[]]', '[{}]', ' { } ', '\t[\n1 ,\r2 ]', '{"a":1,"b":2}', '{"b":1,"a":2}', '{"b":1,"a":2,"b":3}', '{"a":1,"b":2,"a":{"c":1}}',
    '{"2":1,"1":2}', '{"b":1,"2":2,"a":3,"1":4,"0":5}', '{"10":1,"9":2,"1":3}', '{"01":1,"1":2,"00":3,"0":4}', '{"-1":1,"1":2,"-0":3}', '{"1.5":1,"1":2}',
    '{" 1":1,"1 ":2,"1":3}', '{"1e3":1,"1000":2}', '{"4294967294":1,"a":2,"0":3}', '{"4294967295":1,"4294967294":2,"4294967293":3}',
    '{"4294967296":1,"b":2,"4294967295":3,"5":4}', '{"9007199254740991":1,"1":2}', '{"99999999999":1,"9":2}', '{"2147483648":1,"2147483647":2,"x":3,"1":4}',
    '{"z":1,"5":2,"5":3,"3":4,"z":5}', '{"3":1,"3":2,"2":3}', '{"a":{"2":1,"1":2},"1":[{"b":1,"0":2}]}', '[{"1":1,"0":2},{"b":1,"a":2}]',
    '{"__proto__":1}', '{"a":1,"__proto__":{"x":1},"b":2}', '{"__proto__":null,"__proto__":5,"0":1}', '{"constructor":1,"toString":2,"hasOwnProperty":3}',
    '{"toJSON":1}', '{"toJSON":{"a":1},"length":0}', '{"":1,"0":2," ":3}', '{"\\u0031":1,"\\u0030":2,"a":3}', '{"\\u00e9":1,"é":2,"e":3}', '{"a\\nb":1,"\\"":2,"\\\\":3,"/":4}',
    '{"😀":1,"\\ud83d\\ude00":2}', '{"١":1,"1":2}', '{"+1":1,"1":2,"0x1":3}', '{"NaN":1,"Infinity":2,"undefined":3,"null":4,"true":5}',
    'null', 'true', 'false', '[null,true,false]', '{"a":null,"b":true,"c":false}', '[1.0,-0,1e21,"\\u0007"]', '{"n":[1.10,2.50e0,-0.0],"10":"x"}'];
  const keys = ['a', 'b', 'c', '0', '1', '2', '10', '07', '4294967294', '4294967295', '-1', '__proto__', 'é', ''];
  const value = depth => {
    switch (below(depth > 0 ? 6 : 4)) {
      case 0: return numbers()[below(60)];
      case 1: return ['null', 'true', 'false'][below(3)];
      case 2: return '"v"';
      case 3: return '"\\u00' + (0x10 + below(0x70)).toString(16) + '"';
      case 4: return '[' + Array.from({ length: below(4) }, () => value(depth - 1)).join(' , ') + ']';
      default: return '{' + Array.from({ length: below(7) }, () => JSON.stringify(keys[below(keys.length)]) + ' : ' + value(depth - 1)).join(',') + '}';
    }
  };
  for (let i = 0; i < 120; i++) list.push(value(4));
  return list;
}

const out = row => console.log(JSON.stringify(row));
if (process.argv[2] === 'json') {
  for (const text of [...numbers(), ...strings(), ...objects()]) out([text, JSON.stringify(JSON.parse(text))]);
} else {
  const texts = ['[{"capability":"code"}]', '[ {"capability":"code review","rate":5.0,"currency":"TEST","description":"Ünï \\u2028 \\ud83d\\ude00"} ]',
    '[{"rate":0.10,"capability":"b","2":"two","1":"one"},{"capability":"a","capability":"c","rate":1e21}]', '[{"capability":"lone \\ud800","__proto__":{"x":-0}}]',
    '[{"tags":["x",1.50,null,true,{"10":1,"9":2}],"capability":"\\u0063\\/d\\u0007"}]'];
  for (const text of texts) {
    const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
    const hash = crypto.createHash('sha256').update(JSON.stringify(JSON.parse(text))).digest('hex');
    const sig = crypto.sign(null, Buffer.from(`REGISTER_SKILLS|${hash}`), privateKey).toString('base64');
    out([text, publicKey.export({ type: 'spki', format: 'pem' }), sig]);
  }
}
