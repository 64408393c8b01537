/** Everyday goods as people would type them, each with all correct headings. */
export const everydayGoods = `
ceramic floor tiles: 6907
porcelain tile: 6907
cordless drill: 8467
drill bits: 8207
laptop: 8471
gaming laptop 16 inch: 8471
desktop computers: 8471
mobile phones: 8517
USB flash drive: 8523
computer monitor 27": 8528
smart TV 55 inch: 8528
laser printer: 8443
toner cartridges: 8443 3215
network switch: 8517
wifi router: 8517
CCTV cameras: 8525
UPS: 8504
power bank: 8507
car batteries: 8507
solar panels: 8541
LED bulbs: 8539
downlights: 9405
electric cable 2.5mm: 8544
sockets: 8536
circuit breaker: 8536
distribution board: 8537
split AC units: 8415
refrigerator: 8418
chest freezer: 8418
washing machine: 8450
dishwasher: 8422
microwave oven: 8516
electric kettle: 8516
coffee machine: 8516 8419
vacuum cleaner: 8508
ceiling fans: 8414
air compressor: 8414
water pump: 8413
diesel generator: 8502
electric motors: 8501
angle grinder: 8467
hammers: 8205
screwdriver set: 8205
spanners: 8204
pliers: 8203
shovels: 8201
forklift: 8427
passenger lift: 8428
excavator: 8429
mobile crane: 8426 8705
concrete mixer: 8474 8705
welding machine: 8515
welding electrodes: 8311
water filters: 8421
ball valves: 8481
kitchen faucet: 8481
ball bearings: 8482
wash basin: 6910
toilets: 6910
concrete blocks: 6810
clay bricks: 6904
portland cement: 2523
white cement: 2523
ready mix concrete: 3824
tile adhesive: 3824 3506 3214
gypsum board: 6809
rock wool insulation: 6806
gravel: 2517
natural sand: 2505
marble slabs: 6802 2515
granite: 6802 2516
bitumen: 2713 2714
steel rebar: 7213 7214
steel plates: 7208 7209 7210 7211 7225
steel beams: 7216 7308
GI pipes: 7306 7304 7305
scaffolding: 7308
water tank: 3925 7309
nails: 7317
screws: 7318
hex bolts: 7318
chain link fence: 7314
wire rope: 7312
aluminum profiles: 7604
aluminium windows: 7610
aluminum foil: 7607
PVC pipes: 3917
garden hose: 3917
garbage bags: 3923
plastic bottles: 3923
stretch film: 3920
masking tape: 3919
plastic cups: 3924
emulsion paint: 3209 3208
varnish: 3209 3208 3210
paint thinner: 3814
wood glue: 3506
silicone sealant: 3214
plywood sheets: 4412
MDF boards: 4411
timber: 4407
wooden doors: 4418
pallets: 4415
tempered glass: 7007
mirrors: 7009
padlocks: 8301
door hinges: 8302
aluminium ladder: 7616
safe: 8303
office chairs: 9401
sofa: 9401
office desks: 9403
wardrobes: 9403
filing cabinet: 9403 8304
mattresses: 9404
pillows: 9404
car tires: 4011
truck tyres: 4011
passenger car: 8703
pickup trucks: 8704
buses: 8702
brake pads: 8708
motorcycles: 8711
bicycle: 8712
trailers: 8716
wheelchairs: 8713
diesel: 2710
engine oil: 2710
LPG: 2711
liquid detergent: 3402
hand soap: 3401
shampoo: 3305
toothpaste: 3306
perfume: 3303
face cream: 3304
lipsticks: 3304
hand sanitizer: 3808
insecticides: 3808
fertilizer: 3101 3102 3103 3104 3105
paracetamol tablets: 3004
bandages: 3005
vaccines: 3002
face masks: 6307
syringes: 9018
latex gloves: 4015
safety helmets: 6506
safety shoes: 6401 6402 6403 6404
leather sandals: 6402 6403 6404
coveralls: 6211 6203
cotton t-shirts: 6109
polo shirts: 6105
mens trousers: 6203 6103
ladies dresses: 6204 6104
jackets: 6203 6204 6201 6202 6103 6104
socks: 6115
towels: 6302
bed sheets: 6302
curtains: 6303
blankets: 6301
carpets: 5701 5702 5703 5704 5705
handbags: 4202
suitcases: 4202
gold bars: 7108
diamonds: 7102
gold jewelry: 7113
silver: 7106
wrist watch: 9101 9102
sunglasses: 9004
A4 paper: 4802
notebooks paper: 4820
cardboard boxes: 4819
toilet paper: 4818
paper cups: 4823
envelopes: 4817
brochures: 4911
books: 4901
ballpoint pens: 9608
pencils: 9609
stapler: 8472 8305
toys: 9503
playstation: 9504
footballs: 9506
treadmill: 9506
diapers: 9619
brooms: 9603
mineral water: 2201
soft drinks: 2202
orange juice: 2009
basmati rice: 1006
white sugar: 1701
green tea: 0902
coffee beans: 0901
wheat flour: 1101
ketchup: 2103
ice cream: 2105
biscuits: 1905
pasta: 1902
chocolates: 1806
candy: 1704
fresh milk: 0401
milk powder: 0402
cheddar cheese: 0406
butter: 0405
yoghurt: 0403
eggs: 0407
honey: 0409
frozen chicken: 0207
fresh beef: 0201
lamb: 0204
canned tuna: 1604
shrimps: 0306
frozen fish: 0303
dates: 0804
bananas: 0803
apples: 0808
oranges: 0805
tomatoes: 0702
potatoes: 0701
onions: 0703
cucumbers: 0707
almonds: 0802
lentils: 0713
olive oil: 1509
sunflower oil: 1512
table salt: 2501
black pepper: 0904
saffron: 0910
cat food: 2309
cigarettes: 2402
cut flowers: 0603
date palm trees: 0602
motor oil filter: 8421
rubber gaskets: 4016 8484
hydraulic jack: 8425
chain hoist: 8425
tape measure: 9017
spirit level: 9015 9031
paint brushes: 9603
sandpaper: 6805
steel wool: 7323
cooking pots: 7323 7615
frying pan: 7323 7615
kitchen knives: 8211
forks and spoons: 8215
scissors: 8213
drinking glasses: 7013
porcelain plates: 6911
coffee mugs: 6911 6912
photo frames: 4414 8306 3924
candles: 3406
matches: 3605
fireworks: 3604
rubber bands: 4016
erasers: 4016
staples: 8305
carbon paper: 4809 4816
wallpaper: 4814
umbrella: 6601
hats: 6505 6504 6506
belts leather: 4203
zippers: 9607
buttons: 9606
sewing machine: 8452
sewing thread: 5508 5401 5204
cotton fabric: 5208 5209 5210 5211 5212
polyester fabric: 5407 5512
ropes nylon: 5607
tarpaulin: 6306
tents: 6306
sleeping bag: 9404
flags: 6307
life jackets: 6307
fire extinguisher: 8424
fire hose: 5909
pressure washer: 8424
sprinkler: 8424
lawn mower: 8433
tractor: 8701
weighing scale: 8423
thermometer: 9025
multimeter: 9030
water meter: 9028
x-ray machine: 9022
microscope: 9011
hearing aid: 9021
contact lenses: 9001
binoculars: 9005
guitar: 9202
piano: 9201
diesel engine: 8408
spark plugs: 8511
headlights: 8512
windscreen glass: 7007
car seats: 9401
radiator: 8708 7322
hydraulic oil: 2710
brake fluid: 3819
antifreeze: 3820
distilled water: 2853
oxygen gas: 2804
acetylene: 2901
caustic soda: 2815
bleach: 2828
vinegar: 2209
yeast: 2102
cinnamon: 0906
cashew nuts: 0801
peanut butter: 2008
tomato paste: 2002
olives: 2005 0711
mushrooms: 0709 2003 0712
carrots: 0706
grapes: 0806
strawberries: 0810
bread: 1905
cheese: 0406
beef burger: 1602 0202
energy drinks: 2202
instant coffee: 2101
tea bags: 0902
hair dye: 3305
nail polish: 3304
razor blades: 8212
shaving foam: 3307
cotton buds: 5601 9619
plastic chairs: 9401
metal shelves: 9403
street lights: 9405
extension cord: 8544
hdmi cable: 8544
fiber optic cable: 8544 9001
electric meter: 9028
transformer: 8504
capacitors: 8532
relay: 8536
copper pipe: 7411
copper wire: 7408
brass fittings: 7412
stainless steel pipe: 7304 7306
stainless steel sheet: 7219 7220
galvanized wire: 7217
manhole covers: 7325
gas cylinders: 7311
steel drums: 7310
springs: 7320
chains: 7315
glass bottles: 7010
fiberglass: 7019
asphalt: 2715 2714 2713
lime: 2522
precast concrete: 6810
artificial grass: 5703
vinyl flooring: 3918
carpet tiles: 5703
geotextile: 5603
foam board: 3921
rubber mats: 4016
conveyor belt: 4010
crash helmet: 6506
reflective vest: 6211 6210
ear plugs: 3926
respirator: 9020
`;
