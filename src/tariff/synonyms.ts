/**
 * Names of everyday trade that the nomenclature words otherwise: `names: HEADING word word; HEADING word`. The words are the nomenclature's own
 * (a test looks for each in the texts of that heading) and say which of its subheadings come first. The list is ours.
 */
export const synonyms = `
laptop, notebook computer, macbook, notebook pc: 8471 portable
computer, pc, desktop, workstation, server, mini pc: 8471 processing unit
tablet, ipad: 8471 portable
keyboard, computer mouse, mouse, barcode scanner, scanner: 8471 input
hard disk, hard drive, hard disk drive, hdd: 8471 storage
ssd, usb stick, flash drive, usb drive, memory card, pen drive: 8523 semiconductor; 8471 storage
phone, mobile, mobile phone, cell phone, smart phone, iphone, handset: 8517 smartphones
router, modem, wifi router, network switch, access point, ethernet switch: 8517 transmission
monitor, computer screen, computer monitor: 8528 monitors processing
tv, television, smart tv, led tv: 8528 television colour
projector: 8528 projectors
printer, photocopier, copier, laser printer: 8443 printers
toner, toner cartridge, ink cartridge, cartridge: 8443 parts; 3215 ink
power bank, lithium battery, lithium ion battery, rechargeable battery: 8507 lithium
battery, car battery, lead battery: 8507 accumulators; 8506 batteries
charger, phone charger, adapter, power adapter, inverter, ups, power supply: 8504 static converters
solar panel, solar module, pv panel: 8541 photovoltaic
speaker, loudspeaker, headset, earphone, earbud, microphone: 8518
cctv, cctv camera, security camera, surveillance camera, webcam, digital camera: 8525 cameras
fire alarm, smoke detector, burglar alarm: 8531 alarms
socket, electrical socket, plug, switch, circuit breaker, electrical switch, mcb: 8536
distribution board, electrical panel, switchboard, db box: 8537
light, lamp, luminaire, chandelier, downlight, light fixture, spotlight, floodlight: 9405 luminaires electric
bulb, light bulb, led bulb, led lamp: 8539 lamps
flashlight, torch: 8513 portable
cable, electric cable, electrical wire, electric wire, power cable, network cable: 8544 conductors
ac, air conditioner, aircon, split unit, ac unit, air conditioning: 8415 air conditioning machines
fridge, refrigerator, chiller, freezer, deep freezer: 8418 refrigerators
dishwasher: 8422 dish
washing machine, washer, laundry machine: 8450 washing machines
tumble dryer, clothes dryer: 8451 drying
microwave, microwave oven, kettle, toaster, coffee maker, water heater, hair dryer, hairdryer, electric iron: 8516
blender, food processor, juicer, kitchen mixer: 8509 food
vacuum cleaner, hoover: 8508 vacuum
fan, ceiling fan, exhaust fan, air compressor, compressor, kitchen hood: 8414
water pump, pump: 8413 pumps liquids
generator, genset, diesel generator: 8502 generating
electric motor, motor: 8501 motors
drill, power drill, cordless drill, hammer drill, drilling machine: 8467 drills
grinder, angle grinder, electric saw, power tool, jigsaw: 8467
drill bit, saw blade: 8207 drilling; 8202 blades
hammer, screwdriver: 8205
spanner, wrench: 8204 spanners
pliers, cutter: 8203 pliers
shovel, spade, rake: 8201
forklift, pallet truck, stacker: 8427
elevator, lift, escalator: 8428 lifts
excavator, bulldozer, loader: 8429
crane: 8426 cranes
concrete mixer: 8474 mixers
welding machine, welder: 8515 welding
welding rod, welding electrode: 8311 electrodes
pos terminal, cash register, calculator: 8470
water filter, water purifier, air filter, air purifier: 8421
valve, tap, faucet, mixer tap: 8481 taps
bearing, ball bearing: 8482 bearings
tile, floor tile, wall tile, porcelain tile, ceramic tile, porcelain: 6907 tiles
toilet, wc, wash basin, sink, bathtub, sanitary ware: 6910
bathroom fitting, stainless sink: 7324 sinks
brick, block, concrete block, paver, interlock, kerbstone: 6810 blocks; 6904 bricks
cement, portland cement, opc: 2523 portland
ready mix, ready mix concrete, mortar, tile adhesive, grout: 3824 mortars
gypsum board, plasterboard, drywall: 6809 plaster
gypsum, plaster: 2520
insulation, rockwool, glass wool: 6806 wools; 7019 glass
aggregate, gravel, crushed stone: 2517 gravel
marble, granite, stone slab: 6802
roof tile: 6905 roofing
bitumen, asphalt: 2713 bitumen; 2714 bitumen
waterproofing, waterproof membrane, bitumen membrane: 6807 asphalt
rebar, steel bar, reinforcement bar, reinforcing bar: 7214 bars; 7213 bars
steel sheet, steel plate, steel coil: 7208 rolled; 7209 rolled; 7210 rolled
steel beam, i beam, h beam, angle iron, steel section: 7216 sections
steel pipe, gi pipe, ms pipe: 7306 pipes; 7304 pipes
steel structure, scaffolding, steel door: 7308
water tank: 3925 tanks; 7309 tanks
nail, screw, bolt, nut, washer ring, anchor bolt, fastener: 7318; 7317 nails
chain link, fence, fencing, wire mesh: 7314 fencing
wire rope, steel rope: 7312
aluminium profile, aluminium window, aluminium door: 7604 profiles; 7610 doors
aluminium foil, kitchen foil: 7607 foil
pvc pipe, plastic pipe, hose, upvc pipe, plastic hose: 3917
plastic bag, garbage bag, trash bag, plastic bottle, plastic box: 3923
plastic sheet, acrylic sheet, polythene sheet, stretch film: 3920
adhesive tape, scotch tape, masking tape, sticker: 3919 adhesive
plastic cup, plastic plate, disposable cutlery, plastic spoon: 3924 tableware
paint, wall paint, emulsion paint, enamel paint: 3209 paints; 3208 paints
thinner, paint thinner: 3814 thinners
putty, sealant, silicone sealant: 3214
glue, adhesive, silicone: 3506 adhesives
plywood, mdf, chipboard, particle board: 4412 plywood; 4411 fibreboard; 4410 particle
timber, lumber, sawn wood: 4407 wood
wooden door, wood door, parquet, wooden floor: 4418
wooden pallet, pallet: 4415 pallets
glass, window glass, tempered glass, laminated glass: 7007 glass; 7005 glass
mirror: 7009 mirrors
lock, padlock, key: 8301
hinge, door handle, door closer: 8302
ladder: 7616 aluminium; 7326 steel
safe, strongbox: 8303 safes
chair, office chair, sofa, armchair, bench, stool: 9401 seats
table, desk, cupboard, wardrobe, bed, cabinet, shelf, bookcase: 9403 furniture
mattress, pillow, duvet, quilt: 9404
portacabin, prefab, cabin: 9406 prefabricated
tyre, car tyre, truck tyre: 4011 tyres
inner tube: 4013 tubes
car, sedan, suv, vehicle: 8703
truck, lorry, pickup, pick up: 8704
bus, coach, minibus: 8702
tractor: 8701 tractors
spare part, car part, brake pad, bumper, auto part: 8708
motorbike, motorcycle, scooter: 8711
bike, bicycle: 8712
trailer: 8716 trailers
boat, yacht: 8903
drone: 8806 unmanned
aircraft, airplane, helicopter: 8802 aircraft
ship, vessel, ferry: 8901 vessels
wheelchair: 8713 disabled
shipping container: 8609 containers
diesel, petrol, gasoline, fuel, gas oil, engine oil, lubricant, grease, kerosene: 2710
lpg, cooking gas, natural gas, propane, butane: 2711
detergent, cleaning liquid, dishwashing liquid, washing powder, cleaner: 3402
soap, hand wash, bar soap: 3401 soap
shampoo, hair oil: 3305
toothpaste: 3306 dentifrices
perfume, oud, fragrance, cologne, attar: 3303 perfumes
cream, makeup, lipstick, cosmetics, lotion, sunscreen: 3304
deodorant, air freshener, incense, bakhoor: 3307
disinfectant, sanitizer, hand sanitizer, insecticide, pesticide: 3808
fertiliser, manure, compost: 3105 fertilizers; 3101 fertilizers
medicine, drug, paracetamol, pharmaceutical: 3004 medicaments
bandage, plaster strip, gauze, first aid kit: 3005
mask, face mask, surgical mask: 6307 made articles
glove, rubber glove, latex glove, surgical glove: 4015 gloves; 6116 gloves
helmet, hard hat, safety helmet: 6506 safety
safety shoe, safety boot, boot, shoe, sneaker, sandal, footwear: 6403 footwear; 6402 footwear; 6404 footwear
uniform, coverall, workwear, overalls: 6211 garments; 6203 overalls
t shirt, tshirt, tee: 6109 shirts
polo, polo shirt: 6105 shirts
trouser, pants, jeans: 6203 trousers; 6204 trousers
abaya, kandura, dress, skirt: 6204 dresses; 6211 garments
jacket, blazer, suit: 6203 jackets; 6204 jackets
underwear, socks: 6115 socks; 6107 underpants
towel, bed sheet, bedsheet, bed linen, tablecloth: 6302 linen
curtain, blind: 6303 curtains
rug, carpet: 5703 carpets; 5702 carpets
bag, handbag, backpack, suitcase, luggage, wallet, briefcase: 4202
jewellery, bracelet, necklace: 7113 jewellery
gold, gold bar, bullion: 7108 gold
diamond: 7102 diamonds
silver: 7106 silver
coin: 7118 coin
watch, wristwatch, smart watch: 9102 wrist
sunglasses, eyeglasses, safety glasses, safety goggles: 9004
a4 paper, copy paper, printing paper, photocopy paper, printer paper: 4802 paper
notebook, notepad, diary, file folder, register: 4820
box, carton, carton box, cardboard box, packaging: 4819 cartons
tissue, toilet paper, facial tissue, napkin, kitchen roll, paper towel: 4818
label, paper label: 4821 labels
paper cup, paper plate: 4823 cups
envelope: 4817 envelopes
brochure, flyer, catalogue, calendar, poster: 4911; 4910 calendars
book, textbook: 4901 books
newspaper, magazine: 4902
pen, marker, highlighter, ballpoint: 9608 pens
pencil, crayon, chalk: 9609
stapler, paper clip: 8305; 8472
whiteboard: 9610
toy, doll, puzzle: 9503 toys
game console, playstation, video game: 9504 video
gym equipment, treadmill, dumbbell, football: 9506
christmas tree, party decoration: 9505
diaper, sanitary pad, nappy: 9619
lighter: 9613
broom, mop, brush, toothbrush: 9603
thermos, flask: 9617 vacuum
bottled water, mineral water, drinking water: 2201
soft drink, cola, energy drink, soda, lemonade: 2202
juice, orange juice, fruit juice: 2009 juices
beer: 2203
wine: 2204
ketchup, sauce, mayonnaise: 2103 sauces
ice cream: 2105
biscuit, bread, cake, pastry, cookie: 1905
pasta, noodle, spaghetti, macaroni: 1902 pasta
cornflakes, breakfast cereal: 1904
chips, potato chips, french fries: 2005 potatoes; 2004 potatoes
chocolate: 1806 chocolate
candy, sweets, chewing gum: 1704
jam, marmalade: 2007 jams
almond, pistachio, walnut: 0802
cashew: 0801 cashew
date, fig, mango, pineapple, avocado: 0804
orange, lemon, lime, citrus: 0805
apple, pear: 0808
strawberry, kiwi, berry: 0810
watermelon, melon: 0807
lettuce: 0705
onion, garlic: 0703
chicken, turkey meat, poultry meat: 0207 fowls
beef, steak, veal: 0201 bovine; 0202 bovine
lamb, mutton, goat meat: 0204 sheep
tuna, sardine, canned fish: 1604 tunas
shrimp, prawn, lobster, crab: 0306
fish, salmon, hammour: 0302 fish; 0303 fish
milk, fresh milk: 0401 milk
milk powder, condensed milk: 0402 milk
yogurt, laban: 0403
egg: 0407 eggs
chickpea, lentil, bean: 0713
cooking oil, sunflower oil: 1512 sun; 1511 palm
salt: 2501 salt
animal feed, cat food, dog food, pet food: 2309
cigarette, tobacco, shisha: 2402 cigarettes; 2403 tobacco
tape measure, measuring tape, ruler: 9017 measuring
sandpaper, abrasive paper: 6805 abrasive
frying pan, cooking pot, saucepan, cookware: 7323; 7615
plate, dinner plate, mug, coffee mug, crockery: 6911 tableware; 6912 tableware
rubber band, rubber mat, rubber gasket: 4016
zipper, zip: 9607
flag, life jacket: 6307 made articles
fire hose: 5909
pressure washer, sprinkler, fire extinguisher: 8424
headlight, tail light, wiper: 8512
hydraulic oil: 2710; 3819
antifreeze, coolant: 3820
acetylene: 2901
bleach: 2828
peanut butter: 2008
nail polish, nail varnish: 3304
cotton bud, cotton wool: 5601
extension cord, extension cable: 8544 connectors
brass fitting, copper fitting: 7412 fittings
stainless steel sheet, stainless sheet, stainless plate: 7219 stainless; 7220 stainless
manhole cover: 7325 iron
gas cylinder: 7311
fiberglass: 7019
artificial grass, carpet tile: 5703
vinyl flooring, vinyl tile, pvc flooring: 3918
geotextile: 5603
foam board, foam sheet: 3921 cellular
reflective vest, safety vest: 6211; 6210
ear plug: 3926
water meter: 9028 liquid
electric meter, electricity meter: 9028 electricity
respirator: 9020
`;
